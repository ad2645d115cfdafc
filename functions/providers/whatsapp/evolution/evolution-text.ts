import * as z from 'zod/mini';

/** A text, a wrapper around another message, or a file with a caption. */
const message = z.record(z.string(), z.unknown());
const wrapper = z.object({ message });
const worded = z.object({
  text: z.nullish(z.string()),
  caption: z.nullish(z.string()),
  contextInfo: z.nullish(z.object({ stanzaId: z.nullish(z.string()) })),
});

type Content = { text: string; hasMedia: boolean; isEdit: boolean; quotedId?: string };

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
];
const media = ['imageMessage', 'videoMessage', 'audioMessage', 'documentMessage', 'stickerMessage', 'ptvMessage'];

const deepest = 5;

/** Disappearing messages stay wrapped. */
export function contentOf(fields: z.output<typeof message>, depth = 0): Content {
  const isEdit = fields['editedMessage'] !== undefined || fields['protocolMessage'] !== undefined;
  const nothing: Content = { text: '', hasMedia: false, isEdit };
  if (isEdit || depth > deepest) return nothing;
  const inner = wrappers.map((name) => wrapper.safeParse(fields[name]).data?.message).find((one) => one !== undefined);
  if (inner) return contentOf(inner, depth + 1);
  if (typeof fields['conversation'] === 'string') return { ...nothing, text: fields['conversation'] };
  const name = ['extendedTextMessage', ...media].find((one) => fields[one] !== undefined);
  const { data } = worded.safeParse(name === undefined ? undefined : fields[name]);
  const quotedId = data?.contextInfo?.stanzaId;
  return {
    text: data?.text ?? data?.caption ?? '',
    hasMedia: name !== undefined && name !== 'extendedTextMessage',
    isEdit,
    ...(quotedId && { quotedId }),
  };
}
