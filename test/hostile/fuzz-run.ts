import { isDeep } from '../support/depth.ts';

/** `FUZZ_CASES` requests per endpoint, seeded by `FUZZ_SEED`. Suites use a fixed seed, `npm run fuzz` a random one. */
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
