import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { aloneIn, faultsIn, playHistory, randomFrom } from '#test/support/receipts/a-history.ts';

const cases = Number(process.env['FUZZ_CASES'] ?? 1000);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const noLimit = 0;

test(
  `pairs each receipt with the right run in ${cases} random histories from seed ${seed}`,
  async () => {
    process.stdout.write(`${cases} histories of receipts, seed ${seed}\n`);
    let alone = 0;
    for (let index = 0; index < cases; index += 1) {
      const played = await playHistory(randomFrom(seed + index));
      expect(faultsIn(played), `FUZZ_CASES=1 FUZZ_SEED=${seed + index}`).toEqual([]);
      alone += aloneIn(played).length;
      // Yields, so that the test runner sees that this process is alive.
      if (index % 1000 === 0) await setImmediate();
    }
    process.stdout.write(`${alone} runs were alone with their receipt\n`);
  },
  noLimit,
);
