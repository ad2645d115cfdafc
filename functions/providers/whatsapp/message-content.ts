import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';

import { unwrapEdit } from './edits.ts';
import { spare, spareText as text } from './spare-fields.ts';

const within = <Shape extends z.core.$ZodShape>(shape: Shape) => spare(z.object(shape));

/** Evolution writes the kinds of a field flat; WAHA's engine nests them under names that begin with a capital, and writes `ID`. */
const flow = within({ paramsJson: text, paramsJSON: text });
const fields = z.object({
  text,
  caption: text,
  title: text,
  description: text,
  singleSelectReply: within({ selectedRowId: text, selectedRowID: text }),
  selectedDisplayText: text,
  selectedButtonId: text,
  selectedButtonID: text,
  selectedId: text,
  selectedID: text,
  Response: within({ SelectedDisplayText: text }),
  body: within({ text }),
  submessages: spare(z.array(z.object({ messageText: text }))),
  nativeFlowResponseMessage: flow,
  InteractiveResponseMessage: within({ NativeFlowResponseMessage: flow }),
  contextInfo: within({ stanzaId: text }),
});

type Fields = z.output<typeof fields>;
type Content = { text: string; hasMedia: boolean; quotedId?: string };

/** The text that the chat shows for a message: for a reply, the label of the choice, or its id without a label. */
const texts: Readonly<Record<string, (fields: Fields) => string | null | undefined>> = {
  extendedTextMessage: (one) => one.text,
  buttonsResponseMessage: (one) =>
    one.selectedDisplayText || one.Response?.SelectedDisplayText || one.selectedButtonId || one.selectedButtonID,
  templateButtonReplyMessage: (one) => one.selectedDisplayText || one.selectedId || one.selectedID,
  listResponseMessage: (one) =>
    one.title || one.description || one.singleSelectReply?.selectedRowId || one.singleSelectReply?.selectedRowID,
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
  const inner = unwrapEdit(message);
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

const flowParams = z.object({ display_text: text, title: text, id: text });

function flowLabel({ nativeFlowResponseMessage, InteractiveResponseMessage: nested }: Fields) {
  const params = [nativeFlowResponseMessage, nested?.NativeFlowResponseMessage].map(
    (found) => found?.paramsJson || found?.paramsJSON,
  );
  const { display_text: label, title, id } = flowParams.safeParse(json(params.find(Boolean) ?? '')).data ?? {};
  return label || title || id;
}
