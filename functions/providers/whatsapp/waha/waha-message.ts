import * as z from 'zod/mini';

import { numeral } from '../../numeral.ts';
import { identifier } from '../../text-limits.ts';
import { isEdit } from '../edits.ts';
import type { InboundEvent, LineRef, MessageOrigin, MessageSender } from '../gateway.ts';
import { contentOf } from '../message-content.ts';
import { isGroup, ownId, senderOf, unknownSender } from '../people.ts';
import { spare, spareText } from '../spare-fields.ts';
import type { WahaEnvelope } from './waha-envelope.ts';
import { messageIdIn, participantIn } from './waha-message-id.ts';

/** `body` has the unwrapped text or caption. WAHA leaves it empty for some kinds of messages. */
const message = z.object({
  id: identifier,
  /** In seconds since 1970. */
  timestamp: z.pipe(numeral, z.number().check(z.minimum(0), z.maximum(1e11))),
  from: spareText,
  to: spareText,
  participant: spareText,
  /** These two fields identify our own messages, which must not run anything. */
  fromMe: z.nullish(z.boolean()),
  source: z.nullish(z.string()),
  body: spareText,
  hasMedia: spare(z.boolean()),
  replyTo: spare(z.object({ id: spareText })),
  /** In the event `message.edited`. */
  editedMessageId: z.optional(z.unknown()),
  _data: spare(
    z.object({
      Info: spare(
        z.object({ Sender: spareText, SenderAlt: spareText, PushName: spareText, Edit: z.optional(z.unknown()) }),
      ),
      IsEdit: z.optional(z.unknown()),
      Message: spare(z.record(z.string(), z.unknown())),
    }),
  ),
});

type Message = z.output<typeof message>;

/** https://waha.devlike.pro/docs/how-to/events/#message-any */
export function messageIn(
  envelope: WahaEnvelope,
  base: { line: LineRef; eventId: string },
): InboundEvent[] | undefined {
  const { data: fields } = message.safeParse(envelope.payload);
  if (!fields) return undefined;
  // Engines use different fields for our own messages.
  const groupJid = [fields.from, fields.to].find(isGroup);
  if (groupJid === undefined) return [{ kind: 'ignored', ...base, reason: 'notGroup' }];
  if (changesAnOlder(fields)) return [{ kind: 'ignored', ...base, reason: 'edited' }];
  const messageId = messageIdIn(fields.id);
  const sender = senderIn(fields, envelope.me);
  const { success: isQuoted, data: quoted } = z.nullish(identifier).safeParse(fields.replyTo?.id);
  if (messageId === undefined || !isQuoted) return undefined;
  const content = contentIn(fields);
  return [
    {
      kind: 'groupMessage',
      ...base,
      messageId,
      replyHandle: fields.id,
      groupJid,
      sender,
      origin: originOf(fields),
      text: fields.body || content.text,
      hasMedia: fields.hasMedia === true || content.hasMedia,
      sentAt: new Date(fields.timestamp * 1000),
      ...(quoted && { quotedMessageId: messageIdIn(quoted) ?? quoted }),
    },
  ];
}

/**
 * The engine marks edits in several places; WAHA unwraps some of them.
 * https://pkg.go.dev/go.mau.fi/whatsmeow/types/events#Message
 */
const changesAnOlder = ({ editedMessageId, _data: engine }: Message): boolean =>
  Boolean(editedMessageId) || Boolean(engine?.IsEdit) || Boolean(engine?.Info?.Edit) || isEdit(engine?.Message ?? {});

const contentIn = ({ _data: engine }: Message) => contentOf(engine?.Message ?? {});

function senderIn({ _data: engine, ...fields }: Message, me: WahaEnvelope['me']): MessageSender {
  const info = engine?.Info;
  const own = fields.fromMe === true ? [ownId(me?.id) ?? me?.id] : [];
  const known = [fields.participant, participantIn(fields.id), info?.Sender, info?.SenderAlt, ...own];
  return senderOf(known, info?.PushName) ?? unknownSender;
}

function originOf({ fromMe, source }: Message): MessageOrigin {
  if (fromMe !== true) return 'member';
  return source?.toLowerCase() === 'api' ? 'own_api' : 'own_phone';
}
