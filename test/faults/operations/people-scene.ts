import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';

import type { Table } from '#functions/data/table.ts';

import { aFakeAlexa, type FakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aLineGateway, type LineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, type SteppedClock } from '../../support/worlds/alexa-world.ts';
import { whatsappWorld, type WhatsAppWorld } from '../../support/worlds/whatsapp-world.ts';
import { livingDevices, livingLines, tableProblems } from '../invariants.ts';

export const groups = ['120363000000000001@g.us', '120363000000000002@g.us', '120363000000000003@g.us'] as const;

export type PeopleScene = {
  table: Table;
  world: WhatsAppWorld;
  fakeAlexa: FakeAlexa;
  gateway: LineGateway;
  clock: SteppedClock;
  user: string;
  /** A workspace with a number and a group. */
  own: number;
  /** A workspace that shares this number and has its own group. */
  beside: number;
  /** A workspace without a number. */
  bare: number;
  id: number;
  shared: number;
};

let people = 0;

export async function aScene(): Promise<PeopleScene> {
  const table = await aTable();
  const number = (people += 1);
  const clock = aClock();
  const fakeAlexa = aFakeAlexa();
  const gateway = aLineGateway(clock.now);
  const world = whatsappWorld(table, gateway, clock, fakeAlexa);
  const user = `p-${number}`;
  await world.addReady(user, { isDefault: true });
  const [own, beside, bare] = [await world.addReady(user), await world.addReady(user), await world.addReady(user)];
  for (const workspace of [own, beside]) {
    await world.enableSkill(accountOf(workspace));
    for (const name of ['Boa noite', 'Bom dia']) await world.createTrigger(workspace, name);
  }
  const id = await world.pair(user, own, `55119${String(number).padStart(8, '0')}`);
  clock.advance(30_000);
  const { id: shared } = await world.share(user, beside, id);
  await world.linkGroup(user, own, groups[0]);
  await world.linkGroup(user, beside, groups[1]);
  await world.settle();
  clock.advance(30_000);
  return { table, world, fakeAlexa, gateway, clock, user, own, beside, bare, id, shared };
}

/** Copies the scene to its own table. */
export async function again(scene: PeopleScene): Promise<PeopleScene> {
  const items = await scene.world.items();
  const table = await aTable();
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.doc.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  }
  const clock = aClock();
  clock.advance(scene.clock.now().getTime() - clock.now().getTime());
  const fakeAlexa = aFakeAlexa(scene.fakeAlexa.known());
  const gateway = aLineGateway(clock.now);
  for (const [name, line] of scene.gateway.lines) gateway.lines.set(name, structuredClone(line));
  return { ...scene, table, clock, fakeAlexa, gateway, world: whatsappWorld(table, gateway, clock, fakeAlexa) };
}

export const accountOf = (workspaceId: number): string => `amzn1.account.${workspaceId}`;

export const inProcess = ({ gateway, clock, fakeAlexa }: PeopleScene, table: Table): WhatsAppWorld =>
  whatsappWorld(table, gateway, clock, fakeAlexa);

/** Lists broken rules of the table, Alexa devices that differ from the triggers, and gateway lines without a number. */
export async function inOrder({ world, fakeAlexa, gateway, clock, own, beside, bare }: PeopleScene): Promise<string[]> {
  // Leases and locks of dead processes expire.
  clock.advance(120_000);
  await world.settle();
  const items = await world.items();
  const devices = livingDevices(items);
  const orphans = [own, beside, bare].map(accountOf).flatMap((account) => {
    const known = fakeAlexa.listOf(account).join(', ');
    const wanted = (devices.get(account) ?? []).join(', ');
    return known === wanted
      ? []
      : [`Alexa knows ${known || 'nothing'} of ${account}, and should know ${wanted || 'nothing'}`];
  });
  const living = livingLines(items);
  const lines = [...gateway.lines.keys()].filter((name) => !living.includes(name));
  return [...tableProblems(items), ...orphans, ...lines.map((name) => `the gateway still has ${name}`)];
}
