import { expect, test } from 'vitest';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { newReceipt } from '#functions/data/items/trigger-item.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';
import { anExecution } from '#test/support/worlds/an-execution.ts';

import { executeTrigger } from './execute-trigger.ts';
import { findEarlierRun } from './find-earlier-run.ts';
import type { RunRequest } from './run.ts';

const receipt = newReceipt('2026-11-20T12:00:00.000Z');
const requestIn = ({ clock }: ReturnType<typeof anExecution>): RunRequest => ({
  channel: 'webhook',
  workspaceId: 7,
  triggerId: 'good-night',
  startedAt: clock.now(),
  mayFire: () => true,
  once: { key: 'order-66', lifeSeconds: 86_400 },
});
const refusalOf = (code: string) => expect.objectContaining({ code });

test('returns the answer of the first run of a key, and since when its receipt is awaited', async () => {
  const world = anExecution({ facts: { trigger: aTrigger({ receipt }) } });
  const { rate: _, ...first } = await executeTrigger(world.deps, requestIn(world));
  world.clock.pass(60_000);
  expect(await findEarlierRun(world.deps, requestIn(world))).toEqual({ ...first, replayed: true });
  expect([world.sentEvents.length, world.recorded.length]).toEqual([1, 1]);
});

test('neither sends nor claims anything for an expired key', async () => {
  const world = anExecution({ facts: { trigger: aTrigger({ receipt }) } });
  await executeTrigger(world.deps, requestIn(world));
  world.claims.clear();
  await expect(findEarlierRun(world.deps, requestIn(world))).rejects.toEqual(refusalOf('trigger.notFound'));
  expect([world.sentEvents.length, world.claims.size]).toEqual([1, 0]);
});

test('throws trigger.alreadyRunning while the first run is in progress', async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Sent>()];
  const sent = () => {
    asked.resolve();
    return answered.promise;
  };
  const world = anExecution({ sent });
  const running = executeTrigger(world.deps, requestIn(world));
  await asked.promise;
  await expect(findEarlierRun(world.deps, requestIn(world))).rejects.toEqual(refusalOf('trigger.alreadyRunning'));
  answered.resolve({ outcome: 'sent', stages: { token: 0, send: 1 } });
  await running;
});

test('throws trigger.notFound for a caller who may not fire', async () => {
  const world = anExecution();
  await executeTrigger(world.deps, requestIn(world));
  const asking = findEarlierRun(world.deps, { ...requestIn(world), mayFire: () => false });
  await expect(asking).rejects.toEqual(refusalOf('trigger.notFound'));
});
