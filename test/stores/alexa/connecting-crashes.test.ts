import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';

import { createEnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import { refusedAccountsKey, refusedStageKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';

import { aConnectingPerson } from '../../support/crashes/a-connecting-person.ts';
import { aConnectingScene, waysToConnect, type WayToConnect } from '../../support/crashes/a-connecting-scene.ts';
import { atEveryWrite } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld } from '../../support/worlds/alexa-world.ts';
import { skillId } from '../../support/worlds/an-enabling-flow.ts';

const clock = aClock();
let table: Table;
beforeAll(async () => void (table = await aTable()));

const survives = (way: WayToConnect): Promise<number> =>
  atEveryWrite(async (writes) => {
    const { connectOn, problems } = await aConnectingScene(table, clock, way);
    const dying = crashingTable(table, writes);
    await connectOn(dying);
    // The user can connect again, wherever the process died.
    expect(await problems()).toEqual([]);
    return { died: dying.died() };
  });

async function workspaceOf(account: string): Promise<string> {
  const { users } = alexaWorld(table, aFakeAlexa(), clock);
  const user = await users.findByAccount({ provider: 'amazon', subject: account });
  return String(await users.currentWorkspaceId(user ?? ''));
}

/** Alexa has already refused the accounts in `before` today. */
async function staysRefused(refuses: 403 | 404, before: readonly string[]): Promise<number> {
  return atEveryWrite(async (writes) => {
    for (const Key of [refusedStageKey, refusedAccountsKey])
      await table.doc.send(new DeleteCommand({ TableName: table.name, Key }));
    const about = { skill: `${skillId} live`, clientId: () => Promise.resolve('client') };
    const refused = createEnablingRefusedStore(table, clock.now, about);
    for (const account of before) await refused.note('account', account);

    const { alexa, account, processOn } = aConnectingPerson(clock.now);
    const healthy = processOn(table);
    await healthy.travel({});
    const workspace = await workspaceOf(account);
    alexa.refuses = refuses;
    const dying = crashingTable(table, writes);
    await processOn(dying).travel({ workspace });
    await healthy.travel({ workspace });
    expect(await healthy.status()).toMatchObject({ skill: 'notEnabled', mend: 'reinstall' });
    expect(await refused.isStopped()).toBe(true);
    return { died: dying.died() };
  });
}

test.each(waysToConnect)('survives a crash at every write of %s, and sends no code twice', async (way) => {
  expect(await survives(way)).toBeGreaterThan(6);
});

test('stops other users after a refusal for the whole stage, even with a crash at any write', async () => {
  expect(await staysRefused(404, [])).toBeGreaterThan(6);
});

test('stops other users after the third refused account, even with a crash at any write', async () => {
  expect(await staysRefused(403, ['bia', 'caio'])).toBeGreaterThan(6);
});
