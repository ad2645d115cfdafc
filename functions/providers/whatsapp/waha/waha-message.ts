import * as z from 'zod/mini';

import { numeral } from '../../numeral.ts';
import { identifier } from '../../text-limits.ts';
import { isEdit } from '../edits.ts';
import type { InboundEvent, LineRef, MessageOrigin, MessageSender } from '../gateway.ts';
import { contentOf } from '../message-content.ts';
import { isGroup, ownId, senderOf } from '../people.ts';
import type { WahaEnvelope } from './waha-envelope.ts';
import { messageIdIn, participantIn } from './waha-message-id.ts';

const text = z.nullish(z.string());

/** `body` has the unwrapped text or caption. WAHA leaves it empty for some kinds of messages. */
const message = z.object({
  id: identifier,
  /** In seconds since 1970. */
  timestamp: z.pipe(numeral, z.number().check(z.minimum(0), z.maximum(1e11))),
  from: text,
  to: text,
  participant: text,
  fromMe: z.nullish(z.boolean()),
  source: text,
  body: text,
  hasMedia: z.nullish(z.boolean()),
  replyTo: z.nullish(z.object({ id: z.nullish(identifier) })),
  /** In the event `message.edited`. */
  editedMessageId: z.optional(z.unknown()),
  _data: z.nullish(
    z.object({
      Info: z.nullish(z.object({ SenderAlt: text, PushName: text, Edit: z.optional(z.unknown()) })),
      IsEdit: z.optional(z.unknown()),
      Message: z.catch(z.nullish(z.record(z.string(), z.unknown())), undefined),
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
  if (messageId === undefined || !sender) return undefined;
  const quoted = fields.replyTo?.id;
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

function senderIn({ _data: engine, ...fields }: Message, me: WahaEnvelope['me']): MessageSender | undefined {
  const info = engine?.Info;
  const own = fields.fromMe === true ? [ownId(me?.id) ?? me?.id] : [];
  return senderOf([fields.participant, participantIn(fields.id), info?.SenderAlt, ...own], info?.PushName);
}

function originOf({ fromMe, source }: Message): MessageOrigin {
  if (fromMe !== true) return 'member';
  return source?.toLowerCase() === 'api' ? 'own_api' : 'own_phone';
}
