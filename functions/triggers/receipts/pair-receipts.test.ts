import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { aloneIn, faultsIn, playHistory, randomFrom } from '#test/support/receipts/a-history.ts';

const cases = Number(process.env['FUZZ_CASES'] ?? 1000);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const noLimit = 0;

test(
  `in ${cases} random histories from seed ${seed} no run ran by another's receipt, none was lost, and each that was alone with its receipt ran`,
  async () => {
    process.stdout.write(`${cases} histories of receipts, seed ${seed}\n`);
    let alone = 0;
    for (let index = 0; index < cases; index += 1) {
      const played = await playHistory(randomFrom(seed + index));
      expect(faultsIn(played), `FUZZ_CASES=1 FUZZ_SEED=${seed + index}`).toEqual([]);
      alone += aloneIn(played).length;
      // Whoever waits for this process hears that it lives.
      if (index % 1000 === 0) await setImmediate();
    }
    process.stdout.write(`${alone} runs were alone with their receipt\n`);
  },
  noLimit,
);
