import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';

import { unwrapped } from './edits.ts';

const text = z.catch(z.nullish(z.string()), undefined);
const within = <Shape extends z.core.$ZodShape>(shape: Shape) => z.catch(z.nullish(z.object(shape)), undefined);

/** Evolution has the variants of a field on one level; WAHA's engine nests them under capitalised names. */
const flow = within({ paramsJson: text, paramsJSON: text });
const fields = z.object({
  text,
  caption: text,
  title: text,
  selectedDisplayText: text,
  Response: within({ SelectedDisplayText: text }),
  body: within({ text }),
  submessages: z.catch(z.nullish(z.array(z.object({ messageText: text }))), undefined),
  nativeFlowResponseMessage: flow,
  InteractiveResponseMessage: within({ NativeFlowResponseMessage: flow }),
  contextInfo: z.catch(z.nullish(z.object({ stanzaId: z.nullish(z.string()) })), undefined),
});

type Fields = z.output<typeof fields>;
type Content = { text: string; hasMedia: boolean; quotedId?: string };

/** The text that the chat shows. For replies to choices, this is the label of the choice, not its id. */
const texts: Readonly<Record<string, (fields: Fields) => string | null | undefined>> = {
  extendedTextMessage: (one) => one.text,
  buttonsResponseMessage: (one) => one.selectedDisplayText || one.Response?.SelectedDisplayText,
  templateButtonReplyMessage: (one) => one.selectedDisplayText,
  listResponseMessage: (one) => one.title,
  interactiveResponseMessage: (one) => one.body?.text || flowLabel(one),
  richResponseMessage: (one) =>
    one.submessages
      ?.map(({ messageText }) => messageText ?? '')
      .join('\n')
      .trim(),
};

const media = ['imageMessage', 'videoMessage', 'audioMessage', 'documentMessage', 'stickerMessage', 'ptvMessage'];

const deepest = 5;

/** Content of a text, a choice, a wrapped message, or a file with a caption. The fields are WhatsApp's own. */
export function contentOf(message: Readonly<Record<string, unknown>>, depth = 0): Content {
  if (depth > deepest) return { text: '', hasMedia: false };
  const inner = unwrapped(message);
  if (inner) return contentOf(inner, depth + 1);
  if (typeof message['conversation'] === 'string' && message['conversation'] !== '')
    return { text: message['conversation'], hasMedia: false };
  const name = [...Object.keys(texts), ...media].find((one) => typeof message[one] === 'object' && message[one]);
  const { data } = fields.safeParse(name === undefined ? undefined : message[name]);
  const shown = data && name !== undefined ? (texts[name] ?? captionOf)(data) : undefined;
  const quotedId = data?.contextInfo?.stanzaId;
  return { text: shown ?? '', hasMedia: name !== undefined && media.includes(name), ...(quotedId && { quotedId }) };
}

const captionOf = ({ caption }: Fields): string | null | undefined => caption;

const flowParams = z.object({ display_text: text });

function flowLabel({ nativeFlowResponseMessage, InteractiveResponseMessage: nested }: Fields) {
  const params = [nativeFlowResponseMessage, nested?.NativeFlowResponseMessage].map(
    (found) => found?.paramsJson || found?.paramsJSON,
  );
  return flowParams.safeParse(json(params.find(Boolean) ?? '')).data?.display_text;
}
