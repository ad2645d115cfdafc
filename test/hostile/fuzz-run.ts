import { isDeep } from '../support/depth.ts';

/** `FUZZ_CASES` per endpoint, from `FUZZ_SEED`. Suites always take the same seed, `npm run fuzz` a new one. */
export const fuzzRun = {
  seed: numberIn('FUZZ_SEED') ?? 20_261_121,
  cases: numberIn('FUZZ_CASES') ?? (isDeep ? 8 : 1),
};

export const replay = `npm run fuzz -- --cases=${fuzzRun.cases} --seed=${fuzzRun.seed}`;

function numberIn(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} is no number: ${text}`);
  return Number(text);
}
