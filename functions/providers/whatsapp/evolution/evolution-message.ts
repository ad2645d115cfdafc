import * as z from 'zod/mini';

import { numeral } from '../../numeral.ts';
import { identifier } from '../../text-limits.ts';
import { isEdit, isEditName } from '../edits.ts';
import type { InboundEvent, LineRef } from '../gateway.ts';
import { contentOf } from '../message-content.ts';
import { isGroup, ownId, senderOf, unknownSender } from '../people.ts';
import { spare, spareText } from '../spare-fields.ts';
import { handleOf } from './evolution-chats.ts';
import type { EvolutionEnvelope } from './evolution-envelope.ts';

const upsert = z.object({
  key: z.object({
    id: identifier.check(z.minLength(1)),
    remoteJid: identifier,
    fromMe: z.nullish(z.boolean()),
    participant: spareText,
    participantAlt: spareText,
    /** Sent by older versions of Baileys instead of `participantAlt`. */
    participantPn: spareText,
    participantLid: spareText,
  }),
  pushName: spareText,
  message: spare(z.record(z.string(), z.unknown())),
  messageType: spareText,
  /** In seconds since 1970. */
  messageTimestamp: z.pipe(numeral, z.number().check(z.minimum(0), z.maximum(1e11))),
  contextInfo: spare(z.object({ stanzaId: spareText })),
});

/** `byApi` means that we sent the message. */
export function messageIn(
  { data, sender: self }: EvolutionEnvelope,
  line: LineRef,
  byApi: boolean,
): InboundEvent[] | undefined {
  const { data: fields } = upsert.safeParse(data);
  if (!fields) return undefined;
  const { id: messageId, remoteJid: groupJid, participant, participantAlt, participantPn, participantLid } = fields.key;
  const base = { line, eventId: `${groupJid}:${messageId}` };
  if (!isGroup(groupJid)) return [{ kind: 'ignored', ...base, reason: 'notGroup' }];
  const message = fields.message ?? {};
  if (isEdit(message) || isEditName(fields.messageType)) return [{ kind: 'ignored', ...base, reason: 'edited' }];
  const content = contentOf(message);
  const own = byApi || fields.key.fromMe === true;
  const phones = [participantPn, own ? self : undefined].map((phone) => ownId(phone) ?? phone);
  const addresses = [participant, participantAlt, participantLid, ...phones];
  const quotedId = fields.contextInfo?.stanzaId ?? content.quotedId;
  if ([participant, quotedId].some((id) => !z.nullish(identifier).safeParse(id).success)) return undefined;
  const key = { id: messageId, remoteJid: groupJid, fromMe: own, ...(participant && { participant }) };
  return [
    {
      kind: 'groupMessage',
      ...base,
      messageId,
      replyHandle: handleOf(key),
      groupJid,
      sender: senderOf(addresses, fields.pushName) ?? unknownSender,
      origin: byApi ? 'own_api' : own ? 'own_phone' : 'member',
      text: content.text,
      hasMedia: content.hasMedia,
      sentAt: new Date(fields.messageTimestamp * 1000),
      ...(quotedId && { quotedMessageId: quotedId }),
    },
  ];
}
