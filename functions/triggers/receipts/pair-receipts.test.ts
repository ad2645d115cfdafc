import { expect, test } from 'vitest';

import { faultsIn, playHistory, randomFrom } from '#test/support/receipts/a-history.ts';

const cases = Number(process.env['FUZZ_CASES'] ?? 1000);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`in ${cases} random histories from seed ${seed} no run ran by another's receipt, and none was lost`, async () => {
  for (let index = 0; index < cases; index += 1) {
    const faults = faultsIn(await playHistory(randomFrom(seed + index)));
    expect(faults, `FUZZ_CASES=1 FUZZ_SEED=${seed + index}`).toEqual([]);
  }
});
