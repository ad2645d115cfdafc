import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { triggerItem } from '#functions/data/items/trigger-item.ts';
import { triggerKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { loopOverAt } from '#shared/rules/execution/loop.ts';

import { testedChannels } from '../faults/channels.ts';
import { aHome, type Home } from '../faults/home.ts';
import { localCredentials } from '../local/table/dynamodb.ts';
import { crashingTable } from '../support/crashes/crashing-table.ts';
import { aTable } from '../support/worlds/a-table.ts';

const minute = 60;
const hour = 60 * minute;

let table: Table;
let home: Home;
let before = 0;

beforeAll(async () => {
  // The product reads its credentials from the environment, as on AWS.
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  table = await aTable();
  home = await aHome(table, inject('dynamodbUrl'), { withGroup: false });
  await home.atHome('discover');
});
afterAll(() => home.close());

beforeEach(async () => {
  home.answer();
  await home.atHome('advance', { seconds: 0 });
  // Earlier runs are so long ago that they no longer count.
  home.clock.advance(24 * hour * 1000);
  await home.renewGrant('token due');
  before = home.heard();
});

const heard = (): number => home.heard() - before;
const scene = { kind: 'scene', scene: 'Portao' };
const shown = z.object({ routines: z.array(z.object({ id: z.string() })) });

/** Sets the only routine of the home. */
async function routine(...actions: object[]): Promise<void> {
  const { body } = await home.client.get(`/alexa/home/${home.resident}.json`);
  for (const { id } of shown.parse(body).routines) await home.atHome('forget', { id });
  await home.atHome('routines', { friendlyName: 'Portao', actions });
}

const fire = async (): Promise<void> => {
  const { process, lines } = home.well();
  const channel = testedChannels.find(({ name }) => name === 'webhook');
  expect((await channel?.fire(process, lines, home, home.newFiring()))?.word).toBe('sent');
};
const switchLanguage = () => home.atHome('say', { phrase: 'turn on Portao' });

const next = z.object({ nextSeconds: z.nullable(z.number()) });
const passAtHome = async (seconds: number): Promise<number> =>
  next.parse((await home.atHome('advance', { seconds })).body).nextSeconds ?? Infinity;

/** Moves the home and the product together, from one step of a routine to the next. */
async function pass(seconds: number): Promise<void> {
  let left = seconds;
  for (let ahead = await passAtHome(0); ahead <= left; ahead = await passAtHome(0)) {
    home.clock.advance(ahead * 1000);
    await passAtHome(ahead);
    left -= ahead;
  }
  home.clock.advance(left * 1000);
  await passAtHome(left);
}

async function stored() {
  const { triggerId } = home.newFiring();
  const Key = triggerKey(home.workspaceId, triggerId);
  const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
  return triggerItem.parse(Item);
}

const overAt = async (): Promise<number | undefined> => loopOverAt((await stored()).chain ?? {});

describe('a routine that starts its own trigger', () => {
  test.each([
    [0.3, 1],
    [4, 6],
    [30, 6],
    [90, 6],
    [3 * minute, 10],
    [20 * minute, 10],
  ])('ends a loop with a wait of %d s after %d runs', async (seconds, runs) => {
    await routine({ kind: 'say', text: 'Once more.' }, { kind: 'wait', seconds }, scene);
    await fire();
    await pass(12 * hour);
    expect(heard()).toBe(runs);
    expect(await passAtHome(0)).toBe(Infinity);
  });

  test('reports a loop to Alexa as too many calls, and marks it on the trigger', async () => {
    await routine({ kind: 'wait', seconds: 4 }, scene);
    await fire();
    await pass(hour);
    expect(home.lastMessage()?.text).toContain('RATE_LIMIT_EXCEEDED');
    const { run, chain } = await stored();
    expect(run).toMatchObject({ channel: 'voice', outcome: 'loop' });
    expect(chain?.loopAt).toBe(Date.parse(run?.at ?? ''));
  });

  test('ends a loop even while a webhook fires the trigger every minute, and lets the webhook continue', async () => {
    await routine({ kind: 'wait', seconds: 30 }, scene);
    let fired = 0;
    for (; fired < 30; fired += 1) {
      await fire();
      await pass(minute);
    }
    // Five runs by voice in every ten minutes.
    expect(heard()).toBeGreaterThan(fired);
    expect(heard()).toBeLessThanOrEqual(fired + 3 * 5);
    await pass(hour);
    expect(heard()).toBeLessThanOrEqual(fired + 4 * 5);
  });

  test('considers a loop fixed an hour after a run that did not repeat itself', async () => {
    await routine({ kind: 'wait', seconds: 4 }, scene);
    await fire();
    await pass(hour);
    expect(await overAt()).toBeUndefined();
    await fire();
    await pass(hour);
    // The loop was stopped again.
    expect(await overAt()).toBeUndefined();
    await routine({ kind: 'say', text: 'Good night.' });
    await fire();
    const { run } = await stored();
    await pass(10 * minute);
    await fire();
    expect(await overAt()).toBe(Date.parse(run?.at ?? '') + hour * 1000);
    await pass(10 * minute);
    await switchLanguage();
    const spokenAt = (await stored()).run?.at ?? '';
    expect(await overAt()).toBe(Date.parse(spokenAt) + hour * 1000);
  });

  test('runs by voice again ten minutes after the routine was fixed', async () => {
    await routine({ kind: 'wait', seconds: 4 }, scene);
    await fire();
    await pass(minute);
    await routine({ kind: 'say', text: 'Good night.' });
    expect((await switchLanguage()).status).toBe(422);
    await pass(10 * minute);
    expect((await switchLanguage()).status).toBe(200);
    expect(heard()).toBe(7);
  });
});

test('fires all of six commands that a user speaks within fifteen minutes', async () => {
  await routine({ kind: 'say', text: 'Good night.' });
  for (const seconds of [0, 20, 100, 400, 30, 350]) {
    await pass(seconds);
    expect((await switchLanguage()).status).toBe(200);
  }
  expect(heard()).toBe(6);
});

test('counts concurrent commands as one', async () => {
  await routine({ kind: 'say', text: 'Good night.' });
  for (let round = 1; round <= 6; round += 1) {
    await Promise.all(Array.from({ length: 8 }, switchLanguage));
    expect(heard()).toBe(Math.min(round, 5));
    await pass(30);
  }
  expect((await stored()).run?.outcome).toBe('loop');
});

describe('a process that dies on the third run of a loop', () => {
  // A run by voice makes six writes.
  const writes = [1, 2, 3, 4, 5, 6];
  const deaths = writes.flatMap((write) => [['before', write] as const, ['after', write] as const]);
  test.each(deaths)('ends the loop when the process dies just %s write number %d', async (moment, write) => {
    await routine({ kind: 'wait', seconds: 90 }, scene);
    await fire();
    await pass(2 * 91);
    expect(heard()).toBe(3);
    const dying = crashingTable(table, moment === 'before' ? write - 1 : write, moment);
    const { process } = home.live({ isDead: dying.died }, dying);
    home.answer(async (directive) => {
      home.answer();
      const death = dying.death.then(() => Promise.reject(new Error('The process died.')));
      return Promise.race([process.skill(directive), death]);
    });
    await pass(12 * hour);
    // The run that died may be forgotten, and then the count starts again.
    expect(heard()).toBeLessThanOrEqual(3 + 1 + 5);
    expect(await passAtHome(0)).toBe(Infinity);
  });
});
