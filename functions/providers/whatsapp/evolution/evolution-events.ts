import * as z from 'zod/mini';

import { numeral } from '../../numeral.ts';
import type { InboundEvent, LineRef } from '../gateway.ts';
import { groupName } from '../groups.ts';
import { isGroup, lidOf, ownId, personId, selfOf } from '../people.ts';
import { spare, spareText } from '../spare-fields.ts';
import type { EvolutionEnvelope } from './evolution-envelope.ts';
import { messageIn } from './evolution-message.ts';
import { stateOf } from './evolution-state.ts';

type EventSource = {
  line: LineRef;
  at: Date;
  /** Events have no id, so it is a hash of the body, which a retry repeats. */
  bodyId: string;
};

const connection = z.object({
  state: z.string(),
  statusReason: z.nullish(numeral),
  wuid: spareText,
  profileName: spareText,
});
const qr = z.object({ qrcode: z.optional(z.object({ base64: z.nullish(z.string()) })) });
const groups = z.array(z.object({ id: z.string(), subject: spareText }));
const person = z.union([z.string(), z.object({ id: spareText, phoneNumber: spareText })]);
const resolved = z.object({ jid: spareText, phoneNumber: spareText });
const participants = z.object({
  id: z.string(),
  action: z.string(),
  participants: z.array(person),
  participantsData: spare(z.array(resolved)),
});

/** Returns undefined for malformed data. */
export function eventsIn(envelope: EvolutionEnvelope, { line, at, bodyId }: EventSource): InboundEvent[] | undefined {
  const base = { line, eventId: bodyId };
  const { data, sender } = envelope;
  const event = kindOf(envelope.event);
  const state = (to: 'awaiting_qr' | 'unscanned' | 'absent'): InboundEvent => ({
    kind: 'lineStateChanged',
    ...base,
    state: to,
    at,
  });
  switch (event) {
    case 'connection.update':
      return read(connection, data, (fields) => [connectionChange(fields, base, at)]);
    case 'qrcode.updated':
      // Without an image, the codes have run out.
      return read(qr, data, ({ qrcode }) => [state(qrcode?.base64 ? 'awaiting_qr' : 'unscanned')]);
    case 'remove.instance':
      return [state('absent')];
    case 'messages.upsert':
    case 'send.message':
      return messageIn(envelope, line, event === 'send.message');
    case 'groups.upsert':
      return read(groups, data, (all) => all.filter(({ id }) => isGroup(id)).map((one) => toJoinEvent(one, base, at)));
    case 'group.participants.update':
      return read(participants, data, (fields) => [membership(fields, sender, base, at)]);
    default:
      return [{ kind: 'ignored', ...base, reason: 'other' }];
  }
}

/** Webhooks name an event `messages.upsert`, settings `MESSAGES_UPSERT`. */
const kindOf = (event: string): string => event.toLowerCase().replaceAll(/[_-]/g, '.');

function read<Fields>(
  schema: z.ZodMiniType<Fields>,
  data: unknown,
  events: (fields: Fields) => InboundEvent[],
): InboundEvent[] | undefined {
  const parsed = schema.safeParse(data);
  return parsed.success ? events(parsed.data) : undefined;
}

type EventBase = { line: LineRef; eventId: string };

function connectionChange(fields: z.output<typeof connection>, base: EventBase, at: Date): InboundEvent {
  const state = stateOf(fields.state, fields.statusReason);
  const self = state === 'connected' ? selfOf({ id: fields.wuid, name: fields.profileName }) : undefined;
  return { kind: 'lineStateChanged', ...base, state, ...(self && { self }), at };
}

function toJoinEvent({ id: jid, subject }: z.output<typeof groups>[number], base: EventBase, at: Date): InboundEvent {
  const name = groupName(subject);
  const eventId = `${base.eventId}:${jid}`;
  return { kind: 'selfJoined', line: base.line, eventId, jid, ...(name !== undefined && { name }), at };
}

function membership(
  { id: jid, action, participants: people, participantsData }: z.output<typeof participants>,
  sender: string | null | undefined,
  base: EventBase,
  at: Date,
): InboundEvent {
  const self = ownId(sender);
  const named = people.flatMap((one) => (typeof one === 'string' ? [one] : [one.id, one.phoneNumber])).map(personId);
  const ids = [...named, ...(participantsData ?? []).map(phoneIn)];
  if (!isGroup(jid) || self === undefined || !ids.includes(self)) return { kind: 'ignored', ...base, reason: 'other' };
  const change = action.toLowerCase();
  if (change === 'remove') return { kind: 'selfLeft', ...base, jid, at };
  if (change === 'add') return { kind: 'selfJoined', ...base, jid, at };
  return { kind: 'ignored', ...base, reason: 'other' };
}

/** `phoneNumber` is an address or bare digits. The digits are those of the LID if Evolution does not know the phone. */
function phoneIn({ jid, phoneNumber }: z.output<typeof resolved>): string | undefined {
  const isOfLid = lidOf(jid)?.startsWith(`${phoneNumber}@`);
  const isBare = /^\d+$/.test(phoneNumber ?? '') && isOfLid !== true;
  return personId(isBare ? `${phoneNumber}@s.whatsapp.net` : phoneNumber);
}
