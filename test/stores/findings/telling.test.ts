import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';

import { nightlyId } from '#functions/data/items/planned-run-item.ts';
import { accessKey, instanceKey, plannedRunKey, triggerKey, userKey, workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { deadAfterMs } from '#functions/outbox/retry.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable, type Moment } from '../../support/crashes/crashing-table.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { findingsWorld, type FindingsWorld } from '../../support/worlds/findings-world.ts';
import { lineWorld, type LineWorld } from '../../support/worlds/line-world.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

const minute = 60_000;
const hour = 60 * minute;

let table: Table;
let home: FindingsWorld;
beforeEach(async () => {
  table = await aTable();
  home = await findingsWorld(table);
  await home.pass(2);
});

async function ends(): Promise<void> {
  home.amazon.answer = { outcome: 'invalidGrant' };
  const { account: amazonUserId, workspaceId } = home;
  await home.outbox.add(
    { topic: 'checkGrant', amazonUserId, workspaceId },
    { id: home.ground.newId(), now: home.clock.now() },
    [],
  );
  await home.sweep();
}

async function repairConnection(): Promise<void> {
  home.clock.advance(minute);
  home.amazon.answer = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
  await home.enableSkill(home.account);
}

describe('the findings of a workspace', () => {
  test('finds an ended permission with its fix, and nothing once it is fixed', async () => {
    expect(await home.page()).toEqual({ state: 'well', findings: [] });
    await ends();
    expect(await home.page()).toMatchObject({
      state: 'found',
      findings: [{ key: 'grantEnded', severity: 'broken', mend: 'enableSkill' }],
    });
    await repairConnection();
    expect(await home.page()).toEqual({ state: 'well', findings: [] });
  });

  test('shows when the home last answered and how fast', async () => {
    const id = await home.confirmingTrigger('Boa noite');
    await home.pass(1);
    await home.fire(id);
    home.clock.advance(2100);
    await home.answers(id);
    expect(await home.page()).toMatchObject({
      state: 'well',
      lastAnswer: { at: home.clock.now().toISOString(), ms: 2100, triggerName: 'Boa noite' },
    });
  });

  test('does not claim that everything works during the hour before a lost number is reported', async () => {
    const id = await home.confirmingTrigger('Boa noite');
    const number = await home.pairNumber();
    await home.pass(1);
    await home.fire(id);
    home.clock.advance(2100);
    await home.answers(id);
    const [at, { lastAnswer }] = [home.clock.now(), await home.page()];
    expect(await home.page()).toMatchObject({ state: 'well', works: true, lastAnswer: { at: at.toISOString() } });
    await home.becomes(number, 'connecting');
    await home.pass(20);
    expect((await home.numberRecord(number)).chipStatus).toBe('LOST');
    expect(await home.page()).toEqual({ state: 'well', findings: [], lastAnswer });
    await home.becomes(number, 'connected', { phone: '5511' });
    await home.pass(10);
    expect(await home.page()).toMatchObject({ works: true });
  });

  test('finds nothing while no account is linked', async () => {
    await home.unlink(home.user, home.workspaceId);
    expect(await home.page()).toEqual({ state: 'unset', findings: [] });
  });

  test('reports unknown, never well, when a fact cannot be read', async () => {
    const id = (await home.createTrigger(home.workspaceId, 'Boa noite')) ?? '';
    const broken = new UpdateCommand({
      TableName: table.name,
      Key: triggerKey(home.workspaceId, id),
      UpdateExpression: 'SET starter = :other',
      ExpressionAttributeValues: { ':other': 'of another version' },
    });
    await table.doc.send(broken);
    expect((await home.page()).state).toBe('unknown');
    await ends();
    expect((await home.page()).state).toBe('found');
  });
});

test('reports unknown, never well, when the nightly plan cannot be read', async () => {
  const link = (await home.workspaces.find(home.workspaceId))?.link?.number ?? 0;
  const Key = plannedRunKey(home.workspaceId, nightlyId(link));
  await table.doc.send(new PutCommand({ TableName: table.name, Item: { ...Key, type: 'plannedRun', rule: 'other' } }));
  expect((await home.page()).state).toBe('unknown');
});

describe('notifying the owner', () => {
  test('sends no mail about a silent group while the gateway reports the number as connected', async () => {
    const number = await home.pairNumber();
    const now = home.clock.now().getTime();
    await setAttributes(table, instanceKey(home.workspaceId), { heardAt: now - 8 * hour, wokenAt: now - 2 * hour });
    await home.look();
    await home.pass(90);
    expect((await home.numberRecord(number)).chipStatus).toBe('CONNECTED');
    expect([await home.page(), home.post.mails]).toEqual([{ state: 'well', findings: [] }, []]);
  });

  test('sends no second mail when the state could not be read for a day', async () => {
    await ends();
    await home.pass(5);
    expect(home.post.mails).toHaveLength(1);
    const access = accessKey({ workspaceId: home.workspaceId });
    await setAttributes(table, access, { sealed: 7 });
    await home.passQuarters(200);
    expect((await home.page()).state).toBe('unknown');
    await setAttributes(table, access, { sealed: 'text' });
    await home.passQuarters(200);
    expect((await home.page()).findings).toMatchObject([{ key: 'grantEnded' }]);
    expect(home.post.mails).toHaveLength(1);
  });

  test('notifies the owner of an ending trial even if the skill was never enabled', async () => {
    const Key = accessKey({ workspaceId: home.workspaceId });
    await table.doc.send(new DeleteCommand({ TableName: table.name, Key }));
    const end = new Date(home.clock.now().getTime() + 3 * 24 * hour).toISOString();
    await home.bills({ status: 'trialing', currentPeriodEnd: end });
    await home.pass(2);
    expect([await home.page(), home.post.mails]).toEqual([{ state: 'unset', findings: [] }, []]);
    await home.passQuarters(4 * 50);
    expect(home.post.mails).toHaveLength(1);
    expect((await home.page()).findings).toMatchObject([{ key: 'trialEnds' }]);
  });

  test('sends the mail once the owner has an address', async () => {
    const remove = { UpdateExpression: 'REMOVE email' };
    await table.doc.send(new UpdateCommand({ TableName: table.name, Key: userKey(home.user), ...remove }));
    await ends();
    await home.pass(5);
    expect(home.post.mails).toEqual([]);
    await setAttributes(table, userKey(home.user), { email: 'own@example.com' });
    await home.passQuarters(100);
    expect(home.post.mails).toMatchObject([{ to: 'own@example.com' }]);
  });

  test('sends one mail per occurrence of a finding', async () => {
    await ends();
    await home.pass(5);
    expect(home.post.mails).toHaveLength(1);
    await home.passQuarters(100);
    expect(home.post.mails).toHaveLength(1);
    await repairConnection();
    await home.pass(2);
    await ends();
    await home.pass(5);
    expect(home.post.mails).toHaveLength(2);
  });

  test('sends no mail about a problem that was fixed before the mail went out', async () => {
    home.post.outcomes = ['unavailable', 'unavailable'];
    await ends();
    await home.pass(1);
    await repairConnection();
    await home.settle();
    expect(home.post.mails).toEqual([]);
    expect((await home.record())?.told).toEqual({});
  });

  test('sends one mail about several findings', async () => {
    const number = await home.pairNumber();
    home.amazon.answer = { outcome: 'invalidGrant' };
    home.post.outcomes = ['unavailable'];
    await ends();
    await home.tell(number, 'failed');
    await home.pass(5);
    expect(home.post.mails).toHaveLength(1);
    expect(home.post.mails[0]?.subject).toContain('2');
  });

  test('notifies the owner with the next daily check when no mail could be sent for six hours', async () => {
    home.post.outcomes = Array.from({ length: 40 }, () => 'unavailable' as const);
    await ends();
    // The entry of a daily check in between dies later.
    for (let passed = 0; home.dead.length === 0 && passed < deadAfterMs + hour; passed += 10 * minute) {
      home.clock.advance(10 * minute);
      await home.sweep();
    }
    expect(home.dead).toEqual(['findings']);
    home.post.outcomes = [];
    await home.passQuarters(100);
    expect(home.post.mails).toHaveLength(1);
  });

  test('sends and stores nothing once the workspace is gone', async () => {
    await home.look();
    await table.doc.send(new DeleteCommand({ TableName: table.name, Key: workspaceKey(home.workspaceId) }));
    await home.settle();
    expect(home.post.mails).toEqual([]);
  });
});

/** A trigger whose routine answered once. */
async function answering(): Promise<string> {
  const id = await home.confirmingTrigger('Recado teste');
  await home.pass(1);
  await home.fire(id);
  home.clock.advance(2 * 1000);
  await home.answers(id);
  await home.pass(1);
  return id;
}

describe('the nightly check', () => {
  /** Moves past the next night, but not to the daily check. */
  async function nextNight(id: string): Promise<void> {
    home.clock.advance(24 * hour);
    await home.night(id);
    await home.pass(15);
  }

  test.each(['rejected', 'sent'] as const)(
    'notifies the owner again of a failure after a fix, without a daily check in between: %s and not answered',
    async (outcome) => {
      const id = await answering();
      home.runsAre(outcome);
      await home.night(id);
      await home.pass(15);
      expect(home.post.mails).toHaveLength(1);
      home.runsAre('sent');
      await home.fire(id);
      home.clock.advance(2 * 1000);
      await home.answers(id);
      home.runsAre(outcome);
      await nextNight(id);
      await home.pass(15);
      expect(home.post.mails.map(({ subject }) => subject)).toEqual(
        Array.from({ length: 2 }, () => 'Recado: the nightly check failed'),
      );
    },
  );

  test('notifies the owner once of a continuing series of failed nights', async () => {
    const id = await answering();
    home.runsAre('rejected');
    await home.night(id);
    await home.pass(2);
    await nextNight(id);
    await nextNight(id);
    expect((await home.page()).findings.map(({ key }) => key)).toContain('nightlyFailed');
    expect(home.post.mails.filter(({ subject }) => subject.includes('nightly check'))).toHaveLength(1);
  });

  test('sends only the mail about the permission when the check fails because it ended', async () => {
    const id = await answering();
    await home.night(id);
    await home.pass(15);
    await home.night(id);
    await home.pass(15);
    expect(home.post.mails).toHaveLength(1);
    await ends();
    await home.night(id);
    await home.pass(15);
    expect(home.post.mails.map(({ subject }) => subject)).toEqual([
      'Recado: the nightly check failed',
      'Recado: your triggers no longer reach Alexa',
    ]);
  });
});

test('notifies the owner once of a trigger that is disabled and enabled again', async () => {
  home.fakeAlexa.expect('malformed');
  const id = (await home.createTrigger(home.workspaceId, 'Boa noite')) ?? '';
  await home.pass(3);
  expect(home.post.mails).toHaveLength(1);
  const Key = triggerKey(home.workspaceId, id);
  await setAttributes(table, Key, { enabled: false });
  await home.passQuarters(100);
  expect((await home.page()).findings).toEqual([]);
  await setAttributes(table, Key, { enabled: true });
  await home.passQuarters(100);
  expect((await home.page()).findings).toMatchObject([{ key: 'deviceLeftOut' }]);
  expect(home.post.mails).toHaveLength(1);
});

test('notifies the owner again of a loop that returns before the daily check', async () => {
  const id = (await home.createTrigger(home.workspaceId, 'Boa noite')) ?? '';
  const loops = async (): Promise<void> => {
    while ((await home.fire(id, 'voice')) !== 'loop') home.clock.advance(10 * 1000);
  };
  await loops();
  await home.pass(12);
  expect(home.post.mails).toHaveLength(1);
  await home.fire(id);
  await home.pass(62);
  expect((await home.page()).findings).toEqual([]);
  await loops();
  await home.passQuarters(100);
  expect((await home.page()).findings).toMatchObject([{ key: 'startsItself' }]);
  expect(home.post.mails).toHaveLength(2);
});

describe('the alert trigger', () => {
  async function losesTheNumber(): Promise<void> {
    const number = await home.pairNumber();
    await home.tell(number, 'failed');
  }

  test('fires the alert trigger once, even when the mail has to wait', async () => {
    const id = (await home.createTrigger(home.workspaceId, 'Aviso')) ?? '';
    await home.told.chooseAlert(home.workspaceId, id);
    home.post.outcomes = ['unavailable', 'unavailable'];
    await losesTheNumber();
    await home.pass(10);
    expect(home.post.mails).toHaveLength(1);
    expect(home.alerts).toEqual([`trg-${id}`]);
    const trigger = await home.triggerAt(home.workspaceId, 0);
    expect(trigger?.trigger.run).toMatchObject({ channel: 'schedule', outcome: 'sent', who: 'numberLost' });
    expect((await home.page()).alertTriggerId).toBe(id);
  });

  test('fires no alert at night, but in the morning if the problem persists', async () => {
    const id = (await home.createTrigger(home.workspaceId, 'Aviso')) ?? '';
    await home.told.chooseAlert(home.workspaceId, id);
    await home.isNow(3);
    await losesTheNumber();
    await home.pass(10);
    expect([home.post.mails.length, home.alerts]).toEqual([1, []]);
    await home.passQuarters(4 * 5);
    expect([home.post.mails.length, home.alerts]).toEqual([1, [`trg-${id}`]]);
    await home.passQuarters(4 * 48);
    expect([home.post.mails.length, home.alerts.length]).toEqual([1, 1]);
  });

  test('does not fire the alert trigger when Alexa cannot receive it', async () => {
    const id = (await home.createTrigger(home.workspaceId, 'Aviso')) ?? '';
    await home.told.chooseAlert(home.workspaceId, id);
    await ends();
    await home.pass(5);
    expect([home.post.mails.length, home.alerts]).toEqual([1, []]);
  });

  test('sends the mail without an alert when the alert trigger was deleted', async () => {
    await home.told.chooseAlert(home.workspaceId, 'deleted');
    await losesTheNumber();
    await home.pass(5);
    expect([home.post.mails.length, home.alerts]).toEqual([1, []]);
    expect(await home.page()).not.toHaveProperty('alertTriggerId');
  });
});

type Story = {
  what: string;
  key: string;
  /** Runs until a worker starts; `dying` is a worker that dies. */
  begin: (dying: LineWorld) => Promise<unknown>;
};

const stories: readonly Story[] = [
  {
    what: 'a number that is lost',
    key: 'numberLost',
    begin: async () => {
      const number = await home.pairNumber();
      await home.pass(1);
      await home.tell(number, 'failed');
      home.clock.advance(minute);
      await home.syncDueLines();
    },
  },
  {
    what: 'a night that failed',
    key: 'nightlyFailed',
    begin: async (dying) => {
      const id = await answering();
      home.runsAre('rejected');
      await home.night(id, dying);
    },
  },
  {
    what: 'what the clock alone makes true',
    key: 'trialEnds',
    begin: async () => {
      const end = new Date(home.clock.now().getTime() + 24 * hour + 3 * minute).toISOString();
      await home.bills({ status: 'trialing', currentPeriodEnd: end });
      await home.pass(2);
      home.clock.advance(2 * minute);
    },
  },
];

describe.each<Moment>(['before', 'after'])('a worker that dies %s any write', (moment) => {
  test.each(stories)('reports $what in the end, and fires the alert trigger at most once', async ({ key, begin }) => {
    const writes = await atEveryWrite(async (count) => {
      const own = await aTable();
      home = await findingsWorld(own);
      await home.pass(2);
      const id = (await home.createTrigger(home.workspaceId, 'Aviso')) ?? '';
      await home.told.chooseAlert(home.workspaceId, id);
      await home.pass(1);
      const crashing = crashingTable(own, count, moment);
      const dying = lineWorld(crashing, home);
      await begin(dying);
      await lived(dying.sweepOrCrash());
      home.clock.advance(2 * minute);
      await home.settle();
      const mails = home.post.mails.length + dying.post.mails.length;
      expect([1, 2]).toContain(mails);
      const alerts = home.alerts.length + dying.alerts.length;
      // A worker that died during the run may have reached Alexa, so the run is not repeated.
      expect(crashing.died() ? [0, 1] : [1]).toContain(alerts);
      const places = Object.keys((await home.record())?.told ?? {});
      expect(places).toEqual([expect.stringMatching(new RegExp(`^${key}`, 'u'))]);
      return { died: crashing.died() };
    });
    expect(writes).toBeGreaterThan(3);
  });
});

test('sends no mail when a gateway loses half of its numbers at once, and one to each owner once the loss is confirmed', async () => {
  const owners = ['ana', 'bia', 'caio', 'davi', 'eva', 'fabio'];
  const shared = { gateway: home.gateway, clock: home.clock };
  const homes = await Promise.all(owners.slice(1).map((user) => findingsWorld(table, { ...shared }, user)));
  const all = [home, ...homes];
  const ids: number[] = [];
  for (const each of all) ids.push(await each.pairNumber());
  const lost = ids.slice(0, 4);
  for (const id of lost) await home.becomes(id, 'failed');
  const mails = (): { to: string; subject: string }[] => all.flatMap(({ post }) => post.mails);
  await home.pass(30);
  expect(mails()).toEqual([]);
  const statuses = await Promise.all(ids.map(async (id) => (await home.numberRecord(id)).chipStatus));
  expect(statuses).toEqual(['LOST', 'LOST', 'LOST', 'LOST', 'CONNECTED', 'CONNECTED']);
  // After an hour it is more than a restart.
  await home.pass(60);
  const subjects = (): string[] => mails().map(({ subject }) => subject);
  expect(subjects().filter((subject) => subject.includes('has no connection'))).toHaveLength(4);
  // The gateway recovers except for these numbers, and then reports them as gone one by one.
  for (const id of lost.slice(2)) await home.becomes(id, 'connected', { phone: String(id) });
  await home.pass(10);
  for (const id of lost.slice(0, 2)) await home.tell(id, 'failed');
  for (let quarters = 0; quarters < 110; quarters += 1) {
    home.clock.advance(15 * minute);
    await home.syncDueLines();
    await home.sweep();
    await home.sweep();
  }
  expect(subjects().filter((subject) => subject.includes('was disconnected'))).toHaveLength(2);
});
