import { beforeAll, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { checkConnection } from '#functions/whatsapp/numbers/check-connection.ts';
import { profilePicture } from '#functions/whatsapp/numbers/profile-picture.ts';
import { qrCode } from '#functions/whatsapp/numbers/qr-code.ts';
import { availableInstances } from '#functions/whatsapp/numbers/read-instances.ts';
import { functions } from '#infra/functions.ts';

import { notingTable } from '../../support/crashes/recording-table.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { lineWorld } from '../../support/worlds/line-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const minute = 60_000;
const jid = '120363000000000001@g.us';

/** Permissions in the row of the function. */
function allowed(name: string): string[] {
  const row = functions.find((one) => one.name === name);
  return [...(row?.table ?? []), ...(row?.readsDueIndex ? ['index'] : [])].toSorted();
}

/** A process whose calls are recorded, and another one for the users. */
function aScene() {
  const people = lineWorld(table);
  const noted = notingTable(table);
  const { clock, gateway } = people;
  return { people, noted, clock, gateway, process: lineWorld(noted, { clock, gateway }) };
}

test('uses exactly the table permissions of its function for the WhatsApp page', async () => {
  const { people, noted, process, clock, gateway } = aScene();
  const [home, beside] = [await people.addReady('ana'), await people.addReady('ana')];
  gateway.world.showsCodes = false;
  const { id } = await process.connect('ana', home);
  await qrCode(process.deps, { userId: 'ana', instanceId: id, workspaceId: home });
  gateway.world.showsCodes = true;
  clock.advance(minute);
  expect(await process.pair('ana', home, '5511987654321')).toBe(id);
  const mine = { userId: 'ana', instanceId: id, workspaceId: home };
  gateway.world.picture = 'https://pps.whatsapp.net/one.jpg';
  await profilePicture(process.deps, mine, '5511987654321');
  await checkConnection(process.deps, mine);
  await availableInstances(process.deps, { userId: 'ana', workspaceId: beside, language: 'pt' });
  const { id: shared } = await process.share('ana', beside, id);
  const { id: group } = await process.linkGroup('ana', home, jid);
  expect(await process.groupsOf(home)).toEqual([jid]);
  await process.unlinkGroup(home, group);
  await process.disconnect('ana', shared);
  clock.advance(minute);
  await process.disconnect('ana', id);
  expect(noted.actions()).toEqual(allowed('whatsapp'));
});

test('uses exactly the table permissions of its function for the scheduled jobs of lines', async () => {
  const { people, noted, process, clock, gateway } = aScene();
  const [home, beside] = [await people.addReady('bruno'), await people.addReady('bruno')];
  const id = await people.pair('bruno', home, '5511987654322');
  await people.linkGroup('bruno', home, jid);
  // A code that expires, a renamed group, and a connection that does not come back.
  await people.connect('bruno', beside);
  gateway.world.groups = [{ jid, name: 'Another name', canPost: true }];
  for (let passed = 0; passed < 10; passed += 1) {
    clock.advance(minute);
    await process.syncDueLines();
    if (passed % 5 === 0) await process.reconcile();
  }
  expect(await people.record(id)).toMatchObject({ chipStatus: 'CONNECTED', comparedAt: expect.any(Number) });
  gateway.world.groups = [{ jid: '120363000000000002@g.us', name: 'Casa', canPost: true }];
  for (let passed = 0; passed < 3; passed += 1) {
    clock.advance(25 * 60 * minute);
    await process.reconcile();
  }
  expect(await people.groupsOf(home)).toEqual([]);
  Object.assign(gateway.lineOf(id) ?? {}, { state: 'connecting' });
  for (let passed = 0; passed < 6; passed += 1) {
    clock.advance(6 * 60 * minute);
    await process.reconcile();
    await process.syncDueLines();
  }
  expect(await people.record(id)).toMatchObject({ chipStatus: 'DISCONNECTED' });
  expect(noted.actions()).toEqual(allowed('whatsapp-jobs'));
});
