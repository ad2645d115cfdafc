import * as z from 'zod/mini';

import type { InboundEvent, LineRef } from '../gateway.ts';
import { groupName } from '../groups.ts';
import { isGroup, lidOf, ownId, phoneOf } from '../people.ts';
import { spareText } from '../spare-fields.ts';
import type { WahaEnvelope } from './waha-envelope.ts';
import { messageIn } from './waha-message.ts';
import { passkeyIn } from './waha-passkey.ts';
import { selfIn, stateOf } from './waha-state.ts';

type EventSource = { line: LineRef; at: Date };

const status = z.object({ status: z.string(), data: z.optional(z.unknown()) });
const group = z.object({ group: z.object({ id: z.string(), subject: spareText }) });
const participants = z.object({
  ...group.shape,
  type: z.string(),
  participants: z.array(z.object({ id: spareText, pn: spareText })),
});

/** Returns at most one event; undefined for a malformed payload. */
export function eventsIn(envelope: WahaEnvelope, { line, at }: EventSource): InboundEvent[] | undefined {
  const base = { line, eventId: envelope.id };
  const ignored: InboundEvent = { kind: 'ignored', ...base, reason: 'other' };
  const { payload } = envelope;
  switch (envelope.event.toLowerCase().replaceAll('_', '.')) {
    case 'session.status':
      return read(status, payload, (fields) => stateChange(envelope, fields, base, at));
    case 'message.any':
      return messageIn(envelope, base);
    case 'group.v2.join':
      return read(group, payload, ({ group: { id: jid, subject } }) => {
        const name = groupName(subject);
        return isGroup(jid) ? { kind: 'selfJoined', ...base, jid, ...(name !== undefined && { name }), at } : ignored;
      });
    case 'group.v2.leave':
      return read(group, payload, ({ group: { id: jid } }) =>
        isGroup(jid) ? { kind: 'selfLeft', ...base, jid, at } : ignored,
      );
    case 'group.v2.update':
      return read(group, payload, ({ group: { id: jid, subject } }) => {
        const name = groupName(subject);
        return isGroup(jid) && name !== undefined ? { kind: 'groupRenamed', ...base, jid, name, at } : ignored;
      });
    case 'group.v2.participants':
      // The only event when we leave a group that hides phones.
      return read(participants, payload, ({ type, group: { id: jid }, participants: people }) =>
        type.toLowerCase() === 'leave' && isGroup(jid) && people.some((one) => isSelf(one, envelope.me))
          ? { kind: 'selfLeft', ...base, jid, at }
          : ignored,
      );
    default:
      return [ignored];
  }
}

function read<Fields>(
  schema: z.ZodMiniType<Fields>,
  payload: unknown,
  event: (fields: Fields) => InboundEvent,
): InboundEvent[] | undefined {
  const parsed = schema.safeParse(payload);
  return parsed.success ? [event(parsed.data)] : undefined;
}

function stateChange(
  { me }: WahaEnvelope,
  { status: word, data }: z.output<typeof status>,
  base: { line: LineRef; eventId: string },
  at: Date,
): InboundEvent {
  const state = stateOf(word);
  const self = selfIn(me);
  const passkey = passkeyIn(state, data);
  return { kind: 'lineStateChanged', ...base, state, ...(self && { self }), ...(passkey && { passkey }), at };
}

type Person = { id?: string | null | undefined; pn?: string | null | undefined };

function isSelf({ id, pn }: Person, me: WahaEnvelope['me']): boolean {
  const phone = phoneOf(ownId(me?.id));
  const lid = lidOf(me?.lid);
  return (
    (lid !== undefined && lidOf(id) === lid) ||
    (phone !== undefined && [id, ownId(pn)].some((one) => phoneOf(one) === phone))
  );
}
