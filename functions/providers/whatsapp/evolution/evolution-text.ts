import * as z from 'zod/mini';

import { unwrapped } from '../edits.ts';

const worded = z.object({
  text: z.nullish(z.string()),
  caption: z.nullish(z.string()),
  contextInfo: z.nullish(z.object({ stanzaId: z.nullish(z.string()) })),
});

type Content = { text: string; hasMedia: boolean; quotedId?: string };

const media = ['imageMessage', 'videoMessage', 'audioMessage', 'documentMessage', 'stickerMessage', 'ptvMessage'];

const deepest = 5;

/** A text, a wrapper around another message, or a file with a caption. */
export function contentOf(fields: Readonly<Record<string, unknown>>, depth = 0): Content {
  if (depth > deepest) return { text: '', hasMedia: false };
  const inner = unwrapped(fields);
  if (inner) return contentOf(inner, depth + 1);
  if (typeof fields['conversation'] === 'string') return { text: fields['conversation'], hasMedia: false };
  const name = ['extendedTextMessage', ...media].find((one) => fields[one] !== undefined);
  const { data } = worded.safeParse(name === undefined ? undefined : fields[name]);
  const quotedId = data?.contextInfo?.stanzaId;
  return {
    text: data?.text ?? data?.caption ?? '',
    hasMedia: name !== undefined && name !== 'extendedTextMessage',
    ...(quotedId && { quotedId }),
  };
}
