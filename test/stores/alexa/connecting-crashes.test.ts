import { beforeAll, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';

import { aConnectingPerson } from '../../support/crashes/a-connecting-person.ts';
import { atEveryWrite } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
let table: Table;
beforeAll(async () => void (table = await aTable()));

async function survives(does: 'connect' | 'offAndOn'): Promise<number> {
  return atEveryWrite(async (writes) => {
    const { alexa, account, processOn } = aConnectingPerson(clock.now);
    const healthy = processOn(table);
    await healthy.travel({});
    const world = alexaWorld(table, aFakeAlexa(), clock);
    const user = await world.users.findByAccount({ provider: 'amazon', subject: account });
    const workspaceId = (await world.users.currentWorkspaceId(user ?? '')) ?? 0;
    if (does === 'offAndOn') {
      await world.link(user ?? '', workspaceId, account);
      alexa.isEnabled = true;
    }
    const { pageToken = '' } = await healthy.status();
    const wish = { workspace: String(workspaceId), ...(does === 'offAndOn' && { reset: pageToken }) };
    const dying = crashingTable(table, writes);
    await processOn(dying).travel(wish);

    // Whatever was left half done: the person asks again.
    expect(await healthy.travel(wish)).toMatch(/\/amazon-auth\?success=true$/);
    expect(await healthy.status()).toMatchObject({ skill: 'notEnabled', connecting: { step: 'grant' } });
    expect(alexa.isEnabled).toBe(true);
    expect(new Set(alexa.codes).size).toBe(alexa.codes.length);
    await world.enableSkill(account);
    const active = await healthy.status();
    expect(active.skill).toBe('active');
    expect(active).not.toHaveProperty('connecting');
    return { died: dying.died() };
  });
}

test('connecting survives a crash at every write, and no code is sent twice', async () => {
  expect(await survives('connect')).toBeGreaterThan(6);
});

test('switching the skill off and on survives a crash at every write', async () => {
  expect(await survives('offAndOn')).toBeGreaterThan(6);
});
