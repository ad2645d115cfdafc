import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { watchLife, type Watch } from '../../support/crashes/line-life-checks.ts';
import { opening, steps } from '../../support/crashes/line-life-steps.ts';
import { aLife } from '../../support/crashes/line-life.ts';
import { isDeep } from '../../support/depth.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import type { LineWorld } from '../../support/worlds/line-world.ts';

const minute = 60_000;

test(
  'reaches no illegal state and loses or deletes no group twice, whatever users, phones, gateways and dying processes do',
  { timeout: 600_000 },
  async () => {
    expect.hasAssertions();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 20, maxLength: 45, size: 'max' }), async (story) => {
        const life = await aLife(await aTable());
        const watch = watchLife(life);
        for (const act of [...opening, ...story.map((step) => step.act)]) {
          await act(life);
          await watch.check();
        }
        await settle(life.world, watch);
        await watch.checkAtTheEnd();
      }),
      { numRuns: isDeep ? 12 : 2 },
    );
  },
);

/** Checks after each step: once the worker has removed a line, the reason for its end is no longer visible. */
async function settle(world: LineWorld, watch: Watch): Promise<void> {
  world.gateway.world.failure = undefined;
  for (let round = 1; round <= 4; round += 1) {
    // Longer than a code can be scanned.
    world.clock.advance(11 * minute);
    for (const deed of [world.syncDueLines, world.reconcile, world.sweep]) {
      await deed();
      await watch.check();
    }
  }
  await world.settle();
  await watch.check();
}
