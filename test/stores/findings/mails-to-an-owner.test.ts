import { beforeEach, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable, type Moment } from '../../support/crashes/crashing-table.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { findingsWorld, type FindingsWorld } from '../../support/worlds/findings-world.ts';
import { lineWorld } from '../../support/worlds/line-world.ts';

const second = 1000;

let home: FindingsWorld;
let ids: number[];

/** An owner of three workspaces, each with its own Amazon account. */
async function begins(table: Table): Promise<void> {
  home = await findingsWorld(table);
  ids = [home.workspaceId, await home.addReady(home.user), await home.addReady(home.user)];
  for (const id of ids.slice(1)) await home.enableSkill(`amzn1.account.${id}`);
  await home.pass(2);
}

/** Amazon reports that the permission of this workspace has ended. */
async function ends(workspaceId: number | undefined = 0): Promise<void> {
  home.amazon.answer = { outcome: 'invalidGrant' };
  const made = { id: home.ground.newId(), now: home.clock.now() };
  const amazonUserId = `amzn1.account.${workspaceId}`;
  await home.outbox.add({ topic: 'checkGrant', amazonUserId, workspaceId }, made, []);
  await home.sweep();
}

const pageOf = (id: number | undefined): string => `/amazon-auth?id=${id}`;
/** Lists the workspaces that each mail is about. */
const told = (mails: readonly { text: string }[] = home.post.mails): number[][] =>
  mails.map(({ text }) => ids.flatMap((id, index) => (text.includes(pageOf(id)) ? [index] : [])));

describe('an owner of several workspaces', () => {
  beforeEach(async () => begins(await aTable()));

  test('sends one mail when three permissions end within a minute', async () => {
    for (const id of ids) {
      await ends(id);
      home.clock.advance(20 * second);
    }
    await home.pass(5);
    expect(told()).toEqual([[0, 1, 2]]);
    expect(home.post.mails[0]?.subject).toBe('Recado: your triggers no longer reach Alexa');
    await home.passQuarters(4 * 30);
    expect(told()).toEqual([[0, 1, 2]]);
  });

  test('sends no second mail of a kind within a day, and then one about the remaining problems', async () => {
    await ends(ids[0]);
    await home.pass(5);
    await ends(ids[1]);
    await ends(ids[2]);
    await home.pass(5);
    expect(told()).toEqual([[0]]);
    home.amazon.answer = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
    await home.enableSkill(`amzn1.account.${ids[2]}`);
    await home.passQuarters(4 * 23);
    expect(told()).toEqual([[0]]);
    await home.passQuarters(4 * 3);
    expect(told()).toEqual([[0], [1]]);
    await home.passQuarters(4 * 48);
    expect(told()).toEqual([[0], [1]]);
  });

  test('sends another mail on the same day about a problem of another kind', async () => {
    const number = await home.pairNumber();
    await ends(ids[1]);
    await home.pass(5);
    await home.tell(number, 'failed');
    await home.pass(5);
    expect(home.post.mails.map(({ subject }) => subject)).toEqual([
      'Recado: your triggers no longer reach Alexa',
      'Recado: WhatsApp was disconnected',
    ]);
  });

  test('sends no mail about a workspace whose permission is renewed within the minute', async () => {
    await ends(ids[0]);
    await ends(ids[1]);
    home.amazon.answer = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
    await home.enableSkill(`amzn1.account.${ids[0]}`);
    await home.pass(5);
    expect(told()).toEqual([[1]]);
  });
});

test.each<Moment>(['before', 'after'])(
  'reports all three permissions in at most two mails when a worker dies %s any write between note and mail',
  async (moment) => {
    const writes = await atEveryWrite(async (count) => {
      const table = await aTable();
      await begins(table);
      home.amazon.answer = { outcome: 'invalidGrant' };
      for (const workspaceId of ids) {
        const made = { id: home.ground.newId(), now: home.clock.now() };
        const amazonUserId = `amzn1.account.${workspaceId}`;
        await home.outbox.add({ topic: 'checkGrant', amazonUserId, workspaceId }, made, []);
      }
      const crashing = crashingTable(table, count, moment);
      const dying = lineWorld(crashing, home);
      dying.amazon.answer = home.amazon.answer;
      await lived(
        (async () => {
          await dying.sweepOrCrash();
          home.clock.advance(61 * second);
          await dying.sweepOrCrash();
        })(),
      );
      home.clock.advance(2 * 60 * second);
      await home.settle();
      const mails = [...dying.post.mails, ...home.post.mails];
      expect(told(mails).every((about) => about.length === 3)).toBe(true);
      expect([1, 2]).toContain(mails.length);
      return { died: crashing.died() };
    });
    expect(writes).toBeGreaterThan(3);
  },
);
