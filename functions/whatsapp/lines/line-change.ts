import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { LineSelf } from '#functions/providers/whatsapp/gateway.ts';
import { chipMove, chipTimes, lineEnd, type ChipEffect, type ChipEvent } from '#shared/rules/chip-moves.ts';
import { holdsGroups, isPairing } from '#shared/rules/chip-status.ts';

/** Times are in ms since 1970. */
export type EventFacts = {
  at: number;
  now: number;
  self?: LineSelf | undefined;
  /** Only for a new line. */
  begin?: { shardId: string; lineHash: string; link: number } | undefined;
};

export type LineChange = { after: Omit<InstanceItem, 'rev'>; effects: readonly ChipEffect[] };

/** Pure. Returns undefined if nothing changes. */
export function lineChange(before: InstanceItem, event: ChipEvent, facts: EventFacts): LineChange | undefined {
  const move = chipMove(before.chipStatus, event);
  if (!move) return undefined;
  const next = { ...before, chipStatus: move.to };
  if (move.effects.includes('newLine')) return { after: newLine(next, facts), effects: move.effects };
  if (move.to === 'DISCONNECTED') return { after: over(next, event, move.effects, facts.now), effects: move.effects };
  const after = withTimes(next, move.effects, facts);
  return { after: { ...after, dueAt: nextCheck(after) }, effects: move.effects };
}

function newLine(next: InstanceItem, { now, begin }: EventFacts): LineChange['after'] {
  if (!begin) throw new Error('A new line needs a place.');
  const { chipStatus, generation } = next;
  const after = {
    ...keptFields(next),
    ...begin,
    chipStatus,
    generation: generation + 1,
    connectingSince: now,
    qrUntil: now + chipTimes.startMs,
  };
  return { ...after, dueAt: nextCheck(after) };
}

function over(next: InstanceItem, event: ChipEvent, effects: readonly ChipEffect[], at: number): InstanceItem {
  const as = lineEnd(event);
  const wasConnected = effects.includes('notifyOwner') && { wasConnected: true as const };
  return { ...keptFields(next), ...(as && { ended: { as, at, ...wasConnected } }) };
}

const keptFields = ({ type, id, workspaceId, userId, link, generation, rev, chipStatus, createdAt }: InstanceItem) => ({
  type,
  id,
  workspaceId,
  userId,
  link,
  generation,
  rev,
  chipStatus,
  createdAt,
});

function withTimes(next: InstanceItem, effects: readonly ChipEffect[], { now, self }: EventFacts): InstanceItem {
  const has = (effect: ChipEffect): boolean => effects.includes(effect);
  if (has('keepSelf')) return withSelf(next, self, now);
  const { connectingSince = now, doubtSince = now, lostSince = now } = next;
  return {
    ...next,
    ...((has('wait') || has('doubt')) && { connectingSince }),
    ...(has('startScan') && { qrUntil: now + chipTimes.scanMs }),
    ...(has('startPasskey') && { qrUntil: now + chipTimes.passkeyMs }),
    ...(has('doubt') && { doubtSince }),
    ...(has('wait') && { doubtSince: undefined }),
    ...(next.chipStatus === 'LOST' && { lostSince }),
  };
}

/** Keeps the stored details that the gateway does not report. */
function withSelf(next: InstanceItem, self: LineSelf | undefined, now: number): InstanceItem {
  const { connectingSince: _c, doubtSince: _d, lostSince: _l, qrUntil: _q, ...rest } = next;
  const { phone = rest.phone, lid = rest.lid, displayName = rest.contactName } = self ?? {};
  return { ...rest, phone, lid, contactName: displayName, connectedAt: rest.connectedAt ?? now };
}

/** Keeps a line without a due check in the index. The reconciler does not wait for this date. */
const someDay = '9999-12-31T00:00:00.000Z';

/** Returns the time of the next check as ISO text; undefined without a line. */
function nextCheck(instance: Pick<InstanceItem, 'chipStatus' | Times>): string | undefined {
  if (instance.chipStatus === 'DISCONNECTED') return undefined;
  const first = Math.min(...plans(instance).map(({ at }) => at));
  return Number.isFinite(first) ? new Date(first).toISOString() : someDay;
}

type Times = 'qrUntil' | 'connectingSince' | 'doubtSince' | 'lostSince';
type Plan = { at: number; check: DueCheck };

export type DueCheck = 'windowOver' | 'silent' | 'lostTooLong' | 'secondLook';

function plans({ chipStatus, ...times }: Pick<InstanceItem, 'chipStatus' | Times>): Plan[] {
  const { qrUntil, connectingSince, doubtSince, lostSince } = times;
  const plan = (check: DueCheck, since: number | undefined, ms: number): Plan[] =>
    since === undefined ? [] : [{ check, at: since + ms }];
  if (isPairing(chipStatus)) return plan('windowOver', qrUntil, 0);
  if (!holdsGroups(chipStatus)) return [];
  return [
    ...plan('secondLook', doubtSince, chipTimes.doubtMs),
    ...(chipStatus === 'CONNECTED'
      ? plan('silent', connectingSince, chipTimes.silentMs)
      : plan('lostTooLong', lostSince, chipTimes.lostMs)),
  ];
}

/** Returns the due checks, the longest overdue first. */
export const dueChecks = (instance: InstanceItem, now: number): DueCheck[] =>
  plans(instance)
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => one.at - other.at)
    .map(({ check }) => check);
