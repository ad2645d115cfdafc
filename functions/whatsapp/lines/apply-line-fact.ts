import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import { outboxPut, type OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { LineMoveStore, PhoneChange } from '#functions/data/whatsapp/line-move-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { LineSelf, LineState } from '#functions/providers/whatsapp/gateway.ts';
import { type ChipEvent } from '#shared/rules/chip-moves.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';
import { silentNumberMs } from '#shared/rules/findings.ts';
import { isEnding, isStatedEnd } from '#shared/rules/line-evidence.ts';

import { dueChecks, lineChange, type EventFacts, type LineChange } from './line-change.ts';

export type Beginning = NonNullable<EventFacts['begin']> & {
  /** Returns writes that need the new generation. */
  also: (after: LineChange['after']) => readonly TransactItem[];
};

export type LineFact =
  | {
      kind: 'gateway';
      state: LineState;
      self?: LineSelf | undefined;
      /** A second check found the same, so an ending state ends the connection. */
      confirmed?: boolean;
    }
  | { kind: 'user'; action: 'connect'; begin: Beginning }
  | { kind: 'user'; action: 'disconnect' | 'abandon' | 'reportLoss' }
  | { kind: 'clock'; due: 'windowOver' | 'silent' | 'lostTooLong' };

export type FactRequest = {
  instanceId: number;
  generation: number;
  fact: LineFact;
  /** The signed time of a delivery, or the time just before our call to the gateway. */
  at: Date;
};

export type AppliedFact =
  | { outcome: 'applied'; before: InstanceItem; instance: LineChange['after']; groupsDeleted: boolean }
  /** The fact is already known or has no effect. */
  | { outcome: 'unchanged'; instance: InstanceItem }
  /** The fact is about an older connection or time. */
  | { outcome: 'late'; instance: InstanceItem }
  /** The number does not exist or shares another number's line. */
  | { outcome: 'notFound' };

export type LineFactDeps = {
  instances: Pick<InstanceStore, 'findById'>;
  moves: Pick<LineMoveStore, 'move' | 'phoneHolders'>;
  table: { name: string };
  newId: () => string;
  log: Log;
  now: () => Date;
};

const maxTries = 6;

/**
 * The only function that changes a number's state. Facts may arrive late, twice and in any order. Throws `TableBusy`.
 */
export async function applyLineFact(deps: LineFactDeps, request: FactRequest): Promise<AppliedFact> {
  let tried: Tried = {};
  const exhausted = throwTableBusy('This number changes again and again.');
  return retryOnConflict<AppliedFact>({ tries: maxTries, exhausted }, async () => {
    const before = await deps.instances.findById(request.instanceId);
    if (!before || (before.reference && !isConnect(request.fact))) return { outcome: 'notFound' };
    if (before.generation !== request.generation) return { outcome: 'late', instance: before };
    const facts = { ...factsOf(request, deps.now()), ...tried };
    const event = eventOf(before, request.fact, facts);
    if (event === 'late' || event === 'unchanged') return { outcome: event, instance: before };
    const change = lineChange(before, event, facts);
    if (!change || isOldNews(before, change, request)) return { outcome: 'unchanged', instance: before };
    const outcome = await write(deps, { before, event, change, request, tried });
    if (outcome === 'moved') return finishFact(deps, before, event, change);
    tried = await nextAttempt(deps, outcome, { before, self: facts.self, tried });
    return 'conflict';
  });
}

type Tried = { over?: ReadonlySet<number> | undefined; taken?: boolean; release?: 'last' | 'beside' | 'none' };
type Facts = EventFacts & Tried;

const isConnect = (fact: LineFact): boolean => fact.kind === 'user' && fact.action === 'connect';

function factsOf({ fact, at }: FactRequest, now: Date): Facts {
  return {
    // A gateway's clock may be ahead.
    at: Math.min(at.getTime(), now.getTime()),
    now: now.getTime(),
    self: fact.kind === 'gateway' ? fact.self : undefined,
    begin: fact.kind === 'user' && fact.action === 'connect' ? beginningOf(fact.begin) : undefined,
  };
}

const beginningOf = ({ shardId, lineHash, link }: Beginning) => ({ shardId, lineHash, link });

function eventOf(before: InstanceItem, fact: LineFact, facts: Facts): ChipEvent | 'late' | 'unchanged' {
  if (fact.kind === 'clock') return dueChecks(before, facts.now).includes(fact.due) ? fact.due : 'unchanged';
  if (fact.kind === 'user') {
    // A newer fact overrides a reported loss, but no other request of a user.
    if (fact.action === 'reportLoss' && before.factAt !== undefined && facts.at < before.factAt) return 'late';
    if (fact.action !== 'connect') return fact.action;
    const isOfOlderLink = before.link !== fact.begin.link;
    return before.chipStatus === 'CONNECTED' && isOfOlderLink ? 'relink' : 'connect';
  }
  if (fact.state === 'unknown') return 'unchanged';
  if (before.factAt !== undefined && facts.at <= before.factAt) return 'late';
  if (fact.state === 'connected' && facts.taken === true) return 'taken';
  if (fact.confirmed !== true || !isEnding(fact.state) || !holdsGroups(before.chipStatus)) return fact.state;
  return isStatedEnd(fact.state) ? 'gone' : 'unlinked';
}

/** Deliveries repeat every few seconds while WhatsApp is unreachable. */
const newsMs = 30_000;

function isOldNews(before: InstanceItem, { after }: LineChange, { fact, at }: FactRequest): boolean {
  if (fact.kind !== 'gateway' || before.factAt === undefined) return false;
  const { factAt: _, ...rest } = after;
  const { factAt, rev: _rev, ...known } = before;
  return at.getTime() - factAt < newsMs && sameFields(rest, known);
}

const sameFields = (one: object, other: object): boolean => text(one) === text(other);
const text = (fields: object): string =>
  JSON.stringify(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));

type Writing = { before: InstanceItem; event: ChipEvent; change: LineChange; request: FactRequest; tried: Tried };

function write(deps: LineFactDeps, { before, event, change, request, tried }: Writing) {
  const { fact, at } = request;
  const factAt = fact.kind === 'gateway' ? { factAt: Math.min(at.getTime(), deps.now().getTime()) } : {};
  const isOver = change.after.chipStatus === 'DISCONNECTED';
  const after = { ...change.after, ...(!isOver && factAt) };
  const begun = fact.kind === 'user' && fact.action === 'connect' ? fact.begin.also(after) : [];
  const putEntry = (entry: OutboxEntry): TransactItem =>
    outboxPut(deps.table, entry, { id: deps.newId(), now: deps.now() });
  const looks = looksOf(before, change).map((delayMs) => {
    const now = deps.now();
    const later = delayMs > 0 && { dueAt: new Date(now.getTime() + delayMs) };
    const entry = { topic: 'findings', workspaceId: before.workspaceId } as const;
    return outboxPut(deps.table, entry, { id: deps.newId(), now, ...later });
  });
  const also = [...begun, ...entriesOf(before, event, change).map(putEntry), ...looks];
  return deps.moves.move({ before, after, phone: phoneChange(before, change, tried), also, now: deps.now() });
}

function entriesOf(before: InstanceItem, event: ChipEvent, { effects }: LineChange): OutboxEntry[] {
  const { id: instanceId, workspaceId, generation, shardId, lineHash } = before;
  const life = { workspaceId, instanceId, generation };
  if (!effects.includes('removeLine') || shardId === undefined) return [];
  return [{ topic: 'line', ...life, shardId, ...(lineHash !== undefined && { lineHash }), why: event }];
}

/** Delays in ms until the owner's findings are checked. The check of a lost connection waits, as it may come back. */
function looksOf({ chipStatus }: InstanceItem, { after, effects }: LineChange): number[] {
  if (effects.includes('notifyOwner')) return [0];
  return after.chipStatus === 'LOST' && chipStatus !== 'LOST' ? [silentNumberMs] : [];
}

function phoneChange(before: InstanceItem, { after, effects }: LineChange, tried: Tried): PhoneChange {
  const { over, release: as = 'last' } = tried;
  const isNew = before.chipStatus !== 'CONNECTED' || before.phone !== after.phone;
  const claim = effects.includes('keepSelf') && isNew ? after.phone : undefined;
  const { phone } = before;
  const isGivenBack = phone !== undefined && phone !== after.phone && as !== 'none';
  return { claim, over, ...(isGivenBack && { release: { phone, as } }) };
}

async function nextAttempt(
  { moves, instances }: LineFactDeps,
  outcome: 'changed' | 'phoneTaken' | 'notSo',
  { before, self, tried }: { before: InstanceItem; self: LineSelf | undefined; tried: Tried },
): Promise<Tried> {
  if (outcome === 'changed') return tried;
  if (outcome === 'notSo') {
    const holders = await moves.phoneHolders(before.phone ?? '');
    if (!holders.has(before.id)) return { ...tried, release: 'none' };
    return { ...tried, release: holders.size > 1 ? 'beside' : 'last' };
  }
  const phone = self?.phone ?? '';
  const over = await moves.phoneHolders(phone);
  const holders = await Promise.all([...over].map((id) => instances.findById(id)));
  const isInUse = holders.some((holder) => holder?.chipStatus === 'CONNECTED' && holder.phone === phone);
  return isInUse ? { ...tried, taken: true } : { ...tried, over: over.size > 0 ? over : undefined };
}

function finishFact(deps: LineFactDeps, before: InstanceItem, event: ChipEvent, change: LineChange): AppliedFact {
  const { after, effects } = change;
  const { id: instanceId, workspaceId } = before;
  const { chipStatus: to, generation } = after;
  if (to !== before.chipStatus || generation !== before.generation) {
    const isLoss = effects.includes('notifyOwner');
    deps.log(isLoss ? 'line.lost' : 'line.moved', {
      workspaceId,
      instanceId,
      generation,
      event,
      from: before.chipStatus,
      to,
    });
  }
  return { outcome: 'applied', before, instance: after, groupsDeleted: effects.includes('deleteGroups') };
}
