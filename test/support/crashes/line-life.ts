import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import { lineNameOf } from '#functions/data/items/instance-item.ts';
import type { Table } from '#functions/data/table.ts';
import type { LineState } from '#functions/providers/whatsapp/gateway.ts';
import { isStillLinked, readEffectiveNumber } from '#functions/whatsapp/lines/effective-number.ts';
import { checkConnection } from '#functions/whatsapp/numbers/check-connection.ts';
import { Refusal } from '#shared/refusals.ts';

import { lineWorld, type LineEvent, type LineWorld } from '../worlds/line-world.ts';
import { Crash, crashingTable } from './crashing-table.ts';

const second = 1000;

/** Ana has two workspaces that may share a number, Bruno has one. */
export const workspaceNames = ['home', 'office', 'bruno'] as const;
export type WorkspaceName = (typeof workspaceNames)[number];
type Person = 'ana' | 'bruno';
export const personOf = (place: WorkspaceName): Person => (place === 'bruno' ? 'bruno' : 'ana');

export const jids = ['120363000000000001@g.us', '120363000000000002@g.us', '120363000000000003@g.us'] as const;
export const phones = ['5511900000001', '5511900000002'] as const;

type Expected = { life: string | undefined; groups: Map<string, number> };

export type LineScene = {
  world: LineWorld;
  dying: (writes: number) => LineWorld;
  worlds: LineWorld[];
  workspaces: Record<WorkspaceName, number>;
  users: Record<Person, string>;
  /** Reported by the gateway and not dropped. Each may be delivered any number of times. */
  bag: LineEvent[];
  said: Map<string, Set<LineState>>;
  expected: Map<WorkspaceName, Expected>;
  endedByPeople: boolean;
  reported: string[];
};

export async function aLife(table: Table): Promise<LineScene> {
  const world = lineWorld(table);
  const users = { ana: 'ana', bruno: 'bruno' };
  const home = await world.addReady(users.ana, { isDefault: true });
  const office = await world.addReady(users.ana);
  const bruno = await world.addReady(users.bruno, { isDefault: true });
  const worlds = [world];
  return {
    world,
    dying: (writes) => {
      const next = lineWorld(crashingTable(table, writes), world);
      worlds.push(next);
      return next;
    },
    worlds,
    workspaces: { home, office, bruno },
    users,
    bag: [],
    said: new Map(),
    expected: new Map(workspaceNames.map((place) => [place, { life: undefined, groups: new Map() }])),
    endedByPeople: false,
    reported: [],
  };
}

/** Refusals and crashes are expected; other errors are thrown. */
export async function attempt<Result>(deed: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await deed();
  } catch (error) {
    if (error instanceof Refusal || error instanceof Crash) return undefined;
    throw error;
  }
}

export const recordOf = ({ world, workspaces }: LineScene, place: WorkspaceName): Promise<InstanceItem | undefined> =>
  world.deps.instances.find(workspaces[place]);

export const survives = 99;

export const alive = (life: LineScene, dies: number): LineWorld => (dies === survives ? life.world : life.dying(dies));

export async function groupLinked(life: LineScene, [at, which, dies]: [WorkspaceName, string, number]): Promise<void> {
  const { workspaces, users } = life;
  await attempt(() => alive(life, dies).linkGroup(users[personOf(at)], workspaces[at], which));
  await learnGroups(life, at);
}

/** The group may have been linked although the process died. */
async function learnGroups(life: LineScene, at: WorkspaceName): Promise<void> {
  const { groups } = life.expected.get(at) ?? {};
  for (const { jid: known, id } of await groupsHeard(life, at)) {
    if (groups && !groups.has(known)) groups.set(known, id);
  }
}

export async function groupUnlinked(life: LineScene, [at, which]: [WorkspaceName, string]): Promise<void> {
  const { groups } = life.expected.get(at) ?? {};
  const id = groups?.get(which);
  if (id === undefined) return;
  await attempt(() => life.world.unlinkGroup(life.workspaces[at], id));
  groups?.delete(which);
}

export async function pageOpened(life: LineScene, [at, dies]: [WorkspaceName, number]): Promise<void> {
  const record = await recordOf(life, at);
  if (!record) return;
  const world = alive(life, dies);
  const request = { userId: life.users[personOf(at)], instanceId: record.id, workspaceId: undefined };
  const { connected = true } = (await attempt(() => checkConnection(world.deps, request))) ?? {};
  if (connected) return;
  world.clock.advance(second);
  const said = await attempt(() => world.reportLoss(request.userId, record.id));
  const root = record.reference?.instanceId ?? record.id;
  const { generation } = record.reference ?? record;
  if (said?.groupsDeleted === true) life.reported.push(`${root}-${generation}`);
}

export async function ended(life: LineScene, deed: () => Promise<unknown>): Promise<void> {
  life.endedByPeople = true;
  await attempt(deed);
}

type PhoneDeed = [at: WorkspaceName, state: LineState, phone: string, arrives: boolean];

export async function phoneDoes(life: LineScene, [at, state, phone, arrives]: PhoneDeed): Promise<void> {
  const record = await recordOf(life, at);
  if (!record || record.reference) return;
  const line = life.world.gateway.lines.get(lineNameOf(record));
  if (!line || (line.state === state && state !== 'connected')) return;
  const self = state === 'connected' ? { phone: line.self?.phone ?? phone } : undefined;
  const event = await life.world.becomes(record.id, state, self);
  if (!event) return;
  life.bag.push(event);
  const name = lineNameOf(record);
  life.said.set(name, (life.said.get(name) ?? new Set()).add(state));
  if (arrives) await attempt(() => life.world.deliver(event));
}

export async function pair(life: LineScene, at: WorkspaceName, phone: string): Promise<void> {
  await connect(life, at, life.world);
  life.world.clock.advance(20 * second);
  await phoneDoes(life, [at, 'connected', phone, true]);
}

export async function connect(life: LineScene, at: WorkspaceName, world: LineWorld): Promise<void> {
  const record = await recordOf(life, at);
  // Connecting again ends a lost connection.
  if (record?.chipStatus === 'LOST') life.endedByPeople = true;
  await attempt(() => world.connect(life.users[personOf(at)], life.workspaces[at]));
}

export async function share(life: LineScene, at: WorkspaceName, world: LineWorld): Promise<void> {
  const root = await recordOf(life, at === 'home' ? 'office' : 'home');
  if (root) await attempt(() => world.share(life.users.ana, life.workspaces[at], root.id));
}

/** Counted from the newest event. */
export const from = ({ bag }: LineScene, index: number): LineEvent | undefined =>
  bag.at(-1 - (index % Math.max(1, bag.length)));

export async function groupsHeard(
  { world, workspaces }: LineScene,
  at: WorkspaceName,
): Promise<{ jid: string; id: number }[]> {
  const standing = await readEffectiveNumber(world.deps, workspaces[at]);
  const groups = await world.deps.groups.list(workspaces[at]);
  return standing
    ? groups.filter((group) => isStillLinked(group, standing)).map((group) => ({ jid: group.jid, id: group.id }))
    : [];
}
