import { beforeEach, describe, expect, test } from 'vitest';

import { accountPartition } from '#functions/data/keys.ts';

import { aFakeAlexa, type FakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const minute = 60_000;
const clock = aClock();
let world: AlexaWorld;
let fakeAlexa: FakeAlexa;
let home: number;
let ana: string;
let account: string;
let last = 0;

beforeEach(async () => {
  last += 10;
  [home, ana, account] = [last, `ana-${last}`, `amzn1.account.${last}`];
  fakeAlexa = aFakeAlexa();
  // One table per test, because each test reads all outbox items.
  world = alexaWorld(await aTable(), fakeAlexa, clock);
  await world.addWorkspace(home, ana, true);
  await world.link(ana, home, account);
});

const work = () => world.processPartition(accountPartition(account));
const names = (): string[] => fakeAlexa.heard.map(({ name }) => name);

describe('an active skill', () => {
  beforeEach(() => world.enableSkill(account));

  test('reports a new trigger, its rename under the same id, and its deletion', async () => {
    await world.createTrigger(home, 'Good night');
    await work();
    expect(fakeAlexa.listOf(account)).toEqual(['Good night']);

    const made = await world.triggerAt(home, 0);
    if (made) await world.triggers.change(made.trigger, { name: 'Sleep well' }, made.link);
    await work();
    expect(fakeAlexa.listOf(account)).toEqual(['Sleep well']);

    const renamed = await world.triggerAt(home, 0);
    if (renamed) await world.triggers.delete(renamed.trigger, renamed.link);
    await work();
    expect(fakeAlexa.listOf(account)).toEqual([]);
    expect(names()).toEqual(['AddOrUpdateReport', 'AddOrUpdateReport', 'DeleteReport']);
  });

  test('reports many changes at once', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await world.createTrigger(home, `Number ${name}`);
    await work();
    expect(fakeAlexa.heard).toMatchObject([{ name: 'AddOrUpdateReport', count: 4 }]);
  });

  test('sends no report when nothing changed for Alexa', async () => {
    await world.createTrigger(home, 'Good night');
    await work();
    const made = await world.triggerAt(home, 0);
    if (made) await world.triggers.change(made.trigger, { description: 'Other' }, made.link);
    await world.link(ana, home, account);
    await work();
    expect(fakeAlexa.heard).toHaveLength(1);
  });

  test('fits 300 triggers into reports under 256 KB, and removes them in lots of 30', async () => {
    for (let start = 0; start < 300; start += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => world.createTrigger(home, `Boa noite casa ${start + index}`)),
      );
    }
    expect(await world.createTrigger(home, 'Number 301')).toBeUndefined();
    await work();
    expect(fakeAlexa.listOf(account)).toHaveLength(300);
    expect(Math.max(...fakeAlexa.heard.map(({ bytes }) => bytes))).toBeLessThan(256_000);
    expect(fakeAlexa.heard.length).toBeLessThanOrEqual(3);

    fakeAlexa.heard.length = 0;
    await world.unlink(ana, home);
    await world.settle();
    expect(fakeAlexa.listOf(account)).toEqual([]);
    expect(fakeAlexa.heard.map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 30));
    expect(await world.leftovers(home, 'TRIGGER#')).toEqual([]);
  });

  test('halves a report that is too large until it passes', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await world.createTrigger(home, `Number ${name}`);
    fakeAlexa.expect('tooLarge', 'tooLarge');
    await work();
    expect(fakeAlexa.heard.map(({ count }) => count)).toEqual([1, 1, 2]);
    expect(fakeAlexa.listOf(account)).toHaveLength(4);
  });

  test('sends a report again when its answer was lost, even if the change was reverted in between', async () => {
    await world.createTrigger(home, 'Good night');
    await work();
    const rename = async (name: string): Promise<void> => {
      const found = await world.triggerAt(home, 0);
      if (found) await world.triggers.change(found.trigger, { name }, found.link);
    };
    await rename('Sleep well');
    fakeAlexa.expect('takenButLost');
    expect(await work()).toBe('later');
    await rename('Good night');
    await world.settle();
    expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
  });
});

describe('a disabled trigger', () => {
  const enable = async (enabled: boolean): Promise<void> => {
    const found = await world.triggerAt(home, 0);
    if (found) await world.triggers.change(found.trigger, { enabled }, found.link);
  };
  const sent = () => fakeAlexa.heard.map(({ name }) => name);

  beforeEach(async () => {
    await world.enableSkill(account);
    await world.createTrigger(home, 'Good night');
    await work();
  });

  test('reports a trigger once as unreachable when it is disabled, and as reachable when it is enabled', async () => {
    await enable(false);
    await work();
    expect(fakeAlexa.unreachable.size).toBe(1);
    await world.createTrigger(home, 'Other');
    await work();
    expect(sent()).toEqual(['AddOrUpdateReport', 'ChangeReport', 'AddOrUpdateReport']);
    await enable(true);
    await work();
    expect(fakeAlexa.unreachable.size).toBe(0);
    expect(fakeAlexa.listOf(account)).toEqual(['Good night', 'Other']);
    expect(sent().at(-1)).toBe('ChangeReport');
  });

  test('reports a trigger as reachable even if the answer was lost and it was enabled in between', async () => {
    await enable(false);
    fakeAlexa.expect('takenButLost');
    await work();
    expect(fakeAlexa.unreachable.size).toBe(1);
    await enable(true);
    await world.settle();
    expect(fakeAlexa.unreachable.size).toBe(0);
    expect(await world.waiting()).toEqual([]);
  });

  test('does not report a deleted trigger again', async () => {
    await enable(false);
    await work();
    const found = await world.triggerAt(home, 0);
    if (found) await world.triggers.delete(found.trigger, found.link);
    await work();
    expect(sent()).toEqual(['AddOrUpdateReport', 'ChangeReport', 'DeleteReport']);
    expect((await world.reported.find(account)).devices).toEqual({});
  });
});

describe('a failing provider', () => {
  beforeEach(async () => {
    await world.enableSkill(account);
    await world.createTrigger(home, 'Good night');
  });

  test('waits longer before each retry, and never fails the worker', async () => {
    const pauses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      fakeAlexa.expect('unavailable');
      expect(await work()).toBe('later');
      const [item] = await world.waiting();
      const ms = Date.parse(String(item?.['dueAt'])) - clock.now().getTime();
      pauses.push(Math.round(ms / 1000));
      clock.advance(ms);
    }
    expect(pauses).toEqual([11, 23, 45, 90]);
    expect(fakeAlexa.listOf(account)).toEqual([]);
  });

  test('retries in the sweep when the time has come, and not before', async () => {
    fakeAlexa.expect('throttled');
    await work();
    await world.sweep();
    expect(fakeAlexa.heard).toEqual([]);
    clock.advance(minute);
    await world.sweep();
    expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
    expect(await world.waiting()).toEqual([]);
  });

  test('keeps and counts a dead item after six hours of failures, and repairs it with the next change', async () => {
    for (let hour = 0; hour <= 6; hour += 1) {
      fakeAlexa.expect('unavailable');
      await world.sweep();
      clock.advance(60 * minute);
    }
    expect(world.dead).toEqual(['devices', 'devices']);
    expect(await world.waiting()).toEqual([]);
    const partition = accountPartition(account);
    expect((await world.outbox.pending(partition)).items).toMatchObject([{ lastFailure: 'unavailable' }, {}]);

    fakeAlexa.expect();
    await world.createTrigger(home, 'Good morning');
    await work();
    expect(fakeAlexa.listOf(account)).toEqual(['Good morning', 'Good night']);
    expect((await world.outbox.pending(partition)).items).toEqual([]);
  });
});

describe('an account without a grant', () => {
  test('completes the work without a report when the grant is missing', async () => {
    await world.createTrigger(home, 'Good night');
    expect(await work()).toBe('done');
    expect(fakeAlexa.heard).toEqual([]);
    expect(await world.waiting()).toEqual([]);
  });

  test('completes the work when the grant is revoked after the unlink', async () => {
    await world.enableSkill(account);
    await world.createTrigger(home, 'Good night');
    await work();
    await world.unlink(ana, home);
    const access = await world.tokens.findAccess({ amazonUserId: account });
    if (access) await world.tokens.revoke({ amazonUserId: account }, access);
    await world.settle();
    expect(names()).toEqual(['AddOrUpdateReport']);
    expect(world.dead).toEqual([]);
  });

  test('attaches the grant on the next link, and reports every trigger created since', async () => {
    await world.enableSkill(account);
    await world.unlink(ana, home);
    await world.settle();
    await world.link(ana, home, account);
    await world.createTrigger(home, 'Good night');
    await world.settle();
    expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
  });
});

describe('two workers', () => {
  test('lets one of several concurrent workers work, and leaves nothing behind', async () => {
    await world.enableSkill(account);
    await world.createTrigger(home, 'Good night');
    await Promise.all([work(), work(), work()]);
    expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
    expect(fakeAlexa.heard).toHaveLength(1);
    expect(await world.waiting()).toEqual([]);
  });

  test('reports the current names again after a slow worker sent older ones', async () => {
    await world.enableSkill(account);
    await world.createTrigger(home, 'Good night');
    fakeAlexa.beforeNext(async () => {
      // The lease of the slow worker expires.
      clock.advance(2 * minute);
      const made = await world.triggerAt(home, 0);
      if (made) await world.triggers.change(made.trigger, { name: 'Sleep well' }, made.link);
      await work();
    });
    await work();
    expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
    await world.settle();
    expect(fakeAlexa.listOf(account)).toEqual(['Sleep well']);
  });

  test('sets an unreadable item aside, and processes the others', async () => {
    await world.enableSkill(account);
    await world.createTrigger(home, 'Good night');
    await world.addUnreadable(accountPartition(account));
    await world.sweep();
    expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
    expect(world.dead).toEqual(['unreadable']);
    expect(await world.waiting()).toEqual([]);
  });
});
