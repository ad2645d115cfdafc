import * as z from 'zod/mini';

import { numeral } from '../../numeral.ts';
import { identifier } from '../../text-limits.ts';
import { isEdit, isEditName } from '../edits.ts';
import type { InboundEvent, LineRef } from '../gateway.ts';
import { contentOf } from '../message-content.ts';
import { isGroup, ownId, senderOf } from '../people.ts';
import { handleOf } from './evolution-chats.ts';
import type { EvolutionEnvelope } from './evolution-envelope.ts';

const text = z.nullish(z.string());

const upsert = z.object({
  key: z.object({
    id: identifier.check(z.minLength(1)),
    remoteJid: identifier,
    fromMe: z.nullish(z.boolean()),
    participant: z.nullish(identifier),
    participantAlt: text,
  }),
  pushName: text,
  message: z.nullish(z.record(z.string(), z.unknown())),
  messageType: text,
  /** In seconds since 1970. */
  messageTimestamp: z.pipe(numeral, z.number().check(z.minimum(0), z.maximum(1e11))),
  contextInfo: z.nullish(z.object({ stanzaId: text })),
});

/** `byApi`: we sent the message. */
export function messageIn(
  { data, sender: self }: EvolutionEnvelope,
  line: LineRef,
  byApi: boolean,
): InboundEvent[] | undefined {
  const { data: fields } = upsert.safeParse(data);
  if (!fields) return undefined;
  const { id: messageId, remoteJid: groupJid, participant, participantAlt } = fields.key;
  const base = { line, eventId: `${groupJid}:${messageId}` };
  if (!isGroup(groupJid)) return [{ kind: 'ignored', ...base, reason: 'notGroup' }];
  const message = fields.message ?? {};
  if (isEdit(message) || isEditName(fields.messageType)) return [{ kind: 'ignored', ...base, reason: 'edited' }];
  const content = contentOf(message);
  const own = byApi || fields.key.fromMe === true;
  const sender = senderOf([participant, participantAlt, ...(own ? [ownId(self) ?? self] : [])], fields.pushName);
  const quoted = z.nullish(identifier).safeParse(fields.contextInfo?.stanzaId ?? content.quotedId);
  if (!sender || !quoted.success) return undefined;
  const key = { id: messageId, remoteJid: groupJid, fromMe: own, ...(participant && { participant }) };
  return [
    {
      kind: 'groupMessage',
      ...base,
      messageId,
      replyHandle: handleOf(key),
      groupJid,
      sender,
      origin: byApi ? 'own_api' : own ? 'own_phone' : 'member',
      text: content.text,
      hasMedia: content.hasMedia,
      sentAt: new Date(fields.messageTimestamp * 1000),
      ...(quoted.data && { quotedMessageId: quoted.data }),
    },
  ];
}
