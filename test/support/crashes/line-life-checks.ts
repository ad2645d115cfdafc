import { expect } from 'vitest';

import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import type { LineState } from '#functions/providers/whatsapp/gateway.ts';
import { readEffectiveNumber, type EffectiveNumber } from '#functions/whatsapp/lines/effective-number.ts';
import { chipMoves, chipTimes } from '#shared/rules/chip-moves.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { holdsGroups, isPairing } from '#shared/rules/chip-status.ts';
import { isEnding } from '#shared/rules/line-evidence.ts';

import { Crash } from './crashing-table.ts';
import { groupsHeard, workspaceNames, recordOf, type LineScene, type WorkspaceName } from './line-life.ts';

type Seen = { record: InstanceItem | undefined; life: string | undefined };

const hasLine = ({ chipStatus, reference }: InstanceItem): boolean => chipStatus !== 'DISCONNECTED' && !reference;

export type Watch = { check: () => Promise<void>; checkAtTheEnd: () => Promise<void> };

/** Includes `from` itself. */
const reachable = (from: ChipStatus): Set<ChipStatus> => {
  const found = new Set([from]);
  for (const status of found) {
    for (const { to, effects } of Object.values(chipMoves[status])) if (!effects.includes('newLine')) found.add(to);
  }
  return found;
};

/** Asserts invariants at any time, and further ones once everything has settled. */
export function watchLife(life: LineScene): Watch {
  const seen = new Map<WorkspaceName, Seen>();
  const entries = new Map<string, Set<string>>();
  return {
    check: async () => {
      const records = await Promise.all(workspaceNames.map((place) => recordOf(life, place)));
      const known = records.filter((record) => record !== undefined);
      expectLegal(known);
      for (const record of known) expectHeard(life, record);
      for (const [index, place] of workspaceNames.entries()) {
        const now = await seenNow(life, place, records[index]);
        expectPossible(life, seen.get(place), now, known);
        seen.set(place, now);
        await expectGroups(life, place, now.life);
      }
      await expectNothingTwice(life, entries);
      life.endedByPeople = false;
    },
    checkAtTheEnd: () => expectAtRest(life),
  };
}

async function seenNow(life: LineScene, place: WorkspaceName, record: InstanceItem | undefined): Promise<Seen> {
  const standing = await readEffectiveNumber(life.world.deps, life.workspaces[place]);
  return { record, life: lifeOf(standing) };
}

/** Every connection has its own groups. */
function lifeOf(standing: EffectiveNumber | undefined): string | undefined {
  const { root, instance, chipStatus, workspace } = standing ?? {};
  if (!root || !instance || !chipStatus || !holdsGroups(chipStatus)) return undefined;
  const { id, generation } = root.instance;
  return `${id}-${generation} ${instance.generation} ${workspace?.link?.number}`;
}

function expectLegal(records: readonly InstanceItem[]): void {
  for (const record of records) {
    const { chipStatus, phone, shardId, lineHash, dueAt, qrUntil, reference } = record;
    const holds = [shardId, lineHash, dueAt].map((field) => field !== undefined);
    expect(new Set(holds)).toEqual(new Set([hasLine(record)]));
    expect(phone !== undefined).toBe(holdsGroups(chipStatus));
    if (isPairing(chipStatus)) expect(qrUntil).toBeDefined();
    if (reference) expect(chipStatus).toBe('DISCONNECTED');
  }
  const connected = records.filter(({ chipStatus }) => chipStatus === 'CONNECTED');
  for (const { phone, userId } of connected) {
    expect(connected.filter((other) => other.phone === phone && other.userId !== userId)).toEqual([]);
  }
}

/** The state that the gateway must have reported before a number can be in this one. */
const needed: Readonly<Partial<Record<ChipStatus, LineState>>> = {
  WAITING_QR: 'awaiting_qr',
  PASSKEY_REQUIRED: 'awaiting_passkey',
  PASSKEY_CONFIRMATION: 'awaiting_passkey_code',
  CONNECTED: 'connected',
  LOST: 'connected',
};

/** Reports about an older line do not affect the current one. */
function expectHeard({ said, world }: LineScene, record: InstanceItem): void {
  const heard = said.get(lineNameOf(record)) ?? new Set<LineState>();
  const state = needed[record.chipStatus];
  if (state !== undefined) expect([...heard]).toContain(state);
  const isThere = world.gateway.lines.has(lineNameOf(record));
  const { ended } = record;
  if (ended?.as === 'failed' && !ended.wasConnected && isThere) {
    expect(heard.has('failed') || heard.has('broken')).toBe(true);
  }
}

/** Every change is allowed by the rules, and nothing ended without a reason. */
function expectPossible(life: LineScene, before: Seen | undefined, now: Seen, others: readonly InstanceItem[]): void {
  const [was, is] = [before?.record, now.record];
  if (!was) return;
  if (!is) throw new Error('A record is gone.');
  expect(is.generation).toBeGreaterThanOrEqual(was.generation);
  if (is.generation === was.generation && !was.reference) {
    expect([...reachable(was.chipStatus)]).toContain(is.chipStatus);
  }
  const isOver = is.generation > was.generation || !holdsGroups(is.chipStatus);
  if (!holdsGroups(was.chipStatus) || was.reference || !isOver) return;
  if (is.ended === undefined) expect(life.endedByPeople || before?.life === undefined).toBe(true);
  else expectReason(life, { was, as: is.ended.as, others });
}

type Lost = { was: InstanceItem; as: string; others: readonly InstanceItem[] };

function expectReason({ world }: LineScene, { was, as, others }: Lost): void {
  const line = world.gateway.lines.get(lineNameOf(was));
  const isReachable = world.gateway.world.failure === undefined;
  if (as === 'removed' || as === 'failed') {
    expect(isReachable).toBe(true);
    const state = line?.state ?? 'absent';
    expect([state, isEnding(state)]).toEqual([state, true]);
    expect(as === 'removed').toBe(state === 'failed');
  } else if (as === 'lostTooLong') {
    expect(isReachable).toBe(true);
    expect(line?.state).not.toBe('connected');
    expect(world.clock.now().getTime() - (was.lostSince ?? Infinity)).toBeGreaterThanOrEqual(chipTimes.lostMs);
  } else {
    expect(as).toBe('phoneTaken');
    const theirs = others.filter(({ userId, chipStatus }) => userId !== was.userId && chipStatus === 'CONNECTED');
    expect(theirs).not.toEqual([]);
  }
}

/** A connection keeps exactly the groups that were linked. A new connection starts without groups. */
async function expectGroups(life: LineScene, place: WorkspaceName, now: string | undefined): Promise<void> {
  const heard = await groupsHeard(life, place);
  const known = life.expected.get(place);
  if (known?.life !== now) life.expected.set(place, { life: now, groups: new Map() });
  const { groups } = life.expected.get(place) ?? {};
  expect(new Map(heard.map(({ jid, id }) => [jid, id]))).toEqual(groups);
  const jids = heard.map(({ jid }) => jid);
  expect(new Set(jids).size).toBe(jids.length);
}

/** Removals that are queued in case a process dies. A disconnect queues another one. */
const isGuard = (why: unknown): boolean => why === 'orphan' || why === 'unbegun';

/** Each end is reported once and leaves one clean-up task and at most one mail. */
async function expectNothingTwice(
  { world, worlds, reported }: LineScene,
  entries: Map<string, Set<string>>,
): Promise<void> {
  expect(new Set(reported).size).toBe(reported.length);
  for (const { sk, entry } of await world.waiting()) {
    const { topic, instanceId, generation, why } = Object(entry);
    if (instanceId === undefined || isGuard(why)) continue;
    const key = `${topic} ${instanceId}-${generation}`;
    entries.set(key, (entries.get(key) ?? new Set()).add(String(sk)));
  }
  for (const [what, ids] of entries) expect([what, ids.size]).toEqual([what, 1]);
  const logged = worlds.flatMap((each) => each.logged);
  const lost = logged.filter(({ event }) => event === 'line.lost').map(({ details }) => JSON.stringify(details));
  expect(new Set(lost).size).toBe(lost.length);
  expect(logged.filter(({ event }) => event === 'line.stillAlive')).toEqual([]);
  const surprises = logged
    .map(({ cause }) => cause)
    .filter((cause) => cause !== undefined && !(cause instanceof Crash));
  expect(surprises).toEqual([]);
}

/** Once the gateway is reachable and all clocks and workers are done, all sides agree. */
async function expectAtRest(life: LineScene): Promise<void> {
  const { world, workspaces } = life;
  const records = (await Promise.all(workspaceNames.map((place) => recordOf(life, place)))).filter(
    (each) => each !== undefined,
  );
  const alive = records.filter(hasLine);
  expect([...world.gateway.lines.keys()].toSorted()).toEqual(alive.map(lineNameOf).toSorted());
  for (const record of alive) {
    const state = world.gateway.lines.get(lineNameOf(record))?.state;
    const expected = state === 'connected' ? 'CONNECTED' : 'LOST';
    expect([record.id, record.chipStatus]).toEqual([record.id, expected]);
  }
  const heard = (await Promise.all(workspaceNames.map((place) => groupsHeard(life, place)))).flat();
  const sharing = records.filter(({ reference }) => reference).length;
  const ids = records.map(({ id }) => id);
  expect(await world.leavings(Object.values(workspaces), ids)).toHaveLength(heard.length * 2 + sharing);
  await expectKeysInOrder(life, alive);
  expect(await world.waiting()).toEqual([]);
}

/**
 * Addresses and phones belong to live lines. A line whose removal failed permanently keeps its address for an operator.
 */
async function expectKeysInOrder({ world }: LineScene, alive: readonly InstanceItem[]): Promise<void> {
  const items = await world.items();
  const givenUp = items.filter(({ deadAt }) => deadAt !== undefined).map(({ entry }) => `L#${Object(entry).lineHash}`);
  const addresses = items.filter(({ type, expiresAt }) => type === 'line' && expiresAt === undefined);
  const present = addresses.map(({ pk }) => String(pk)).filter((address) => !givenUp.includes(address));
  expect(present.toSorted()).toEqual(alive.map(({ lineHash }) => `L#${lineHash}`).toSorted());
  const phones = items.filter(({ type }) => type === 'phone').length;
  expect(phones).toBe(new Set(alive.map(({ phone }) => phone)).size);
}
