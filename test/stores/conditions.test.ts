import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createTrigger } from '#functions/triggers/create-trigger.ts';
import { triggerReply } from '#functions/triggers/trigger-reply.ts';
import { updateTrigger } from '#functions/triggers/update-trigger.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';

import { anAccessKeyHome, workspaceId, type AccessKeyHome } from './access-keys/an-access-key-home.ts';

let home: AccessKeyHome;
let token: string;
let triggerId: string;
let made = 0;

beforeAll(async () => {
  home = await anAccessKeyHome();
  ({ secret: token } = await home.give());
});

beforeEach(async () => {
  triggerId = (await home.addTrigger(`Porta ${(made += 1)}`)).id;
  home.sent.events = 0;
  home.sent.outcome = 'sent';
});

const set = (conditions: Conditions) => {
  const { now } = home.clock;
  const triggers = createTriggerStore(home.table, { now, newId: () => crypto.randomUUID() });
  const place = { workspaceId, triggerId };
  return updateTrigger({ workspaces: home.workspaces, triggers, now }, place, { conditions });
};

describe('creating a trigger with conditions', () => {
  const create = (name: string, conditions: Conditions) => {
    const { now } = home.clock;
    const newId = () => crypto.randomUUID();
    const triggers = createTriggerStore(home.table, { now, newId });
    const deps = { workspaces: home.workspaces, triggers, triggerKind: 'simple-event' as const, newId, now };
    return createTrigger(deps, { userId: 'ana', workspaceId, name, conditions });
  };

  test('creates a trigger that never exists without its conditions', async () => {
    const { id, conditions } = await create('Garagem', { channels: ['voice'] });
    expect(conditions).toEqual({ channels: ['voice'] });
    expect(await home.fire(token, id)).toBe('notHere');
    expect(home.sent.events).toBe(0);
    expect(await create('Varanda', {})).not.toHaveProperty('conditions');
  });

  test('rejects hours when the workspace has no time zone', async () => {
    const hours = [{ days: [1], from: '08:00', to: '09:00' }];
    await expect(create('Quintal', { hours })).rejects.toMatchObject({ code: 'plannedRun.zoneMissing' });
  });
});

describe('a cool-down', () => {
  test('fires one of fifty concurrent calls to two processes, and the next one after its end', async () => {
    await set({ coolDownSeconds: 60 });
    const [{ fire: one }, { fire: other }] = [home.worker(), home.worker()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : other)(token, triggerId)),
    );
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'coolingDown')).toHaveLength(49);
    expect(home.sent.events).toBe(1);
    home.clock.pass(59_999);
    expect(await home.fire(token, triggerId)).toBe('coolingDown');
    home.clock.pass(1);
    expect(await home.fire(token, triggerId)).toBe('sent');
  });

  test('gives the cool-down back when surely nothing was sent, and keeps it otherwise', async () => {
    await set({ coolDownSeconds: 60 });
    for (const outcome of ['unavailable', 'throttled', 'unknown'] as const) {
      home.sent.outcome = outcome;
      expect(await home.fire(token, triggerId)).toBe(outcome);
    }
    expect(await home.fire(token, triggerId)).toBe('coolingDown');
  });

  test('shows a running cool-down, but not for a run before it was set, and also for one that may have reached Alexa', async () => {
    const told = async () => {
      const stored = await home.storedTrigger(triggerId);
      return stored && triggerReply(stored, home.clock.now()).coolSince;
    };
    expect(await home.fire(token, triggerId)).toBe('sent');
    home.clock.pass(60_000);
    await set({ coolDownSeconds: 3600 });
    expect(await told()).toBeUndefined();
    home.sent.outcome = 'unknown';
    const at = home.clock.now().toISOString();
    expect(await home.fire(token, triggerId)).toBe('unknown');
    expect(await told()).toBe(at);
    expect(await home.fire(token, triggerId)).toBe('coolingDown');
    await set({ channels: ['webhook'] });
    expect(await told()).toBeUndefined();
  });

  test('restores the previous cool-down when nothing was sent', async () => {
    await set({ coolDownSeconds: 60 });
    expect(await home.fire(token, triggerId)).toBe('sent');
    const { coolSince } = (await home.storedTrigger(triggerId)) ?? {};
    home.clock.pass(60_000);
    home.sent.outcome = 'unavailable';
    expect(await home.fire(token, triggerId)).toBe('unavailable');
    expect((await home.storedTrigger(triggerId))?.coolSince).toBe(coolSince);
  });

  test('applies the cool-down of a key to that key only, and loses no use', async () => {
    const { secret, id } = await home.give({ uses: 5, conditions: { coolDownSeconds: 60 } });
    expect(await home.fire(secret, triggerId)).toBe('sent');
    expect(await home.fire(secret, triggerId)).toBe('coolingDown');
    expect(await home.fire(token, triggerId)).toBe('sent');
    expect((await home.stored(id))?.used).toBe(1);
  });

  test('gives a use of the key back once when another run took the cool-down', async () => {
    const { secret, id } = await home.give({ uses: 50, conditions: { coolDownSeconds: 60 } });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => home.fire(secret, triggerId)));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1);
    expect((await home.stored(id))?.used).toBe(1);
  });

  test('stores repeated refusals as one item in the history, without a failure of the day', async () => {
    await set({ coolDownSeconds: 3600 });
    for (let run = 0; run < 4; run += 1) await home.fire(token, triggerId);
    const runs = createExecutionStore(home.table, home.clock.now);
    const { runs: told } = await runs.list(triggerId);
    expect(told).toMatchObject([{ outcome: 'coolingDown', times: 3 }]);
  });

  test('stops applying a cool-down that was shortened or removed', async () => {
    await set({ coolDownSeconds: 3600 });
    await home.fire(token, triggerId);
    await set({ coolDownSeconds: 1 });
    home.clock.pass(1000);
    expect(await home.fire(token, triggerId)).toBe('sent');
    await set({});
    expect(await home.fire(token, triggerId)).toBe('sent');
    expect(await home.storedTrigger(triggerId)).not.toHaveProperty('conditions');
  });
});

describe('other conditions', () => {
  test('allows runs only during the hours, in the time zone of the workspace', async () => {
    await expect(set({ hours: [{ days: [1], from: '08:00', to: '09:00' }] })).rejects.toMatchObject({
      code: 'plannedRun.zoneMissing',
    });
    await home.setZone('America/Sao_Paulo');
    // The clock shows 12:00 UTC, which is 09:00 in São Paulo.
    const days = [1, 2, 3, 4, 5, 6, 7];
    await set({ hours: [{ days, from: '08:00', to: '10:00' }] });
    home.toNextNoon();
    expect(await home.fire(token, triggerId)).toBe('sent');
    home.clock.pass(3_600_000);
    expect(await home.fire(token, triggerId)).toBe('notNow');
  });

  test('refuses a webhook of another channel or network', async () => {
    await set({ channels: ['voice'] });
    expect(await home.fire(token, triggerId)).toBe('notHere');
    await set({ networks: ['203.0.113.0/24'] });
    expect(await home.fire(token, triggerId)).toBe('notHere');
    expect(home.sent.events).toBe(0);
  });

  test('refuses runs before the start and after the end of a period', async () => {
    const inAnHour = new Date(home.clock.now().getTime() + 3_600_000).toISOString();
    await set({ from: inAnHour });
    expect(await home.fire(token, triggerId)).toBe('notNow');
    await set({ until: inAnHour });
    expect(await home.fire(token, triggerId)).toBe('sent');
    home.clock.pass(3_600_000);
    expect(await home.fire(token, triggerId)).toBe('notNow');
  });
});
