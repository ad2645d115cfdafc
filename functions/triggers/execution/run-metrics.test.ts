import { describe, expect, test } from 'vitest';

import { newReceipt } from '#functions/data/items/trigger-item.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { stages } from '#shared/rules/execution/stages.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';
import { anExecution } from '#test/support/worlds/an-execution.ts';

import { executeTrigger } from './execute-trigger.ts';
import type { RunRequest } from './run.ts';

type Counted = { values: Parameters<Metrics>[0]; by: Parameters<Metrics>[1] };

/** `waited` is the time that the run spends at its channel. */
async function counted(wanted: Parameters<typeof anExecution>[0], request: Partial<RunRequest> = {}, waited = 0) {
  const world = anExecution(wanted);
  const all: Counted[] = [];
  const startedAt = world.clock.now();
  world.clock.pass(waited);
  const about = { workspaceId: 7, triggerId: 'good-night', startedAt, mayFire: () => true };
  const deps = {
    ...world.deps,
    metrics: (values: Counted['values'], by: Counted['by']) => void all.push({ values, by }),
  };
  await executeTrigger(deps, { channel: 'webhook', ...about, ...request });
  return { all, world };
}

describe('run metrics', () => {
  test('counts a run once by channel and outcome, with the time of each stage', async () => {
    const { all } = await counted({}, {}, 12);
    expect(all).toEqual([
      {
        values: { Runs: 1, RunLost: 0, RunMs: 137, ArrivalMs: 12, ReadMs: 5, ClaimMs: 0, TokenMs: 0, SendMs: 120 },
        by: { channel: 'webhook', outcome: 'sent' },
      },
    ]);
  });

  test('measures every stage of a run with a key and a receipt', async () => {
    const world = anExecution({ facts: { trigger: aTrigger({ receipt: newReceipt('2026-11-20T12:00:00.000Z') }) } });
    const all: Counted[] = [];
    world.deps.metrics = (values, by) => void all.push({ values, by });
    world.deps.receipts.open = async () => {
      await Promise.resolve();
      world.clock.pass(3);
    };
    const startedAt = world.clock.now();
    world.clock.pass(12);
    const about = { workspaceId: 7, triggerId: 'good-night', startedAt, mayFire: () => true } as const;
    await executeTrigger(world.deps, { channel: 'webhook', ...about, once: { key: 'key', lifeSeconds: 60 } });
    expect(Object.keys(world.recorded[0]?.run.stages ?? {}).sort()).toEqual([...stages].sort());
    expect(all[0]?.values).toMatchObject({ ArrivalMs: 12, ReadMs: 5, ClaimMs: 0, OpenMs: 3, TokenMs: 0, SendMs: 120 });
  });

  test.each(['throttled', 'unavailable', 'rejected', 'unknown'] as const)(
    'counts a run that ends as %s as lost',
    async (outcome) => {
      const { all } = await counted({ sent: { outcome } });
      expect(all).toMatchObject([{ values: { Runs: 1, RunLost: 1 }, by: { outcome } }]);
    },
  );

  test('omits RunLost when the owner has to fix something', async () => {
    for (const wanted of [
      { sent: { outcome: 'grantRevoked' } },
      { facts: { trigger: aTrigger({ enabled: false }) } },
    ] as const) {
      const { all } = await counted(wanted);
      expect(all).toHaveLength(1);
      expect(all[0]?.values).not.toHaveProperty('RunLost');
      expect(outcomeNames).toContain(all[0]?.by.outcome);
    }
  });

  test('contains nothing that identifies users', async () => {
    const { all } = await counted({}, { who: 'Ana', requestId: 'request-1', once: { key: 'key', lifeSeconds: 60 } });
    expect(JSON.stringify(all)).not.toMatch(/Ana|request-1|good-night|run-1|"key"/);
    expect(all[0]?.values).toHaveProperty('ClaimMs');
  });
});

test('records the time at the channel as a stage', async () => {
  const { world } = await counted({}, {}, 12);
  expect(world.recorded[0]?.run.stages).toEqual({ arrival: 12, read: 5, claim: 0, token: 0, send: 120 });
});
