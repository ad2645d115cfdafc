/**
 * How long and from where to look: `FUZZ_CASES` per endpoint and `FUZZ_SEED`. Within `npm test` the seed is always the
 * same, so that a change is judged by itself; `npm run fuzz` looks somewhere new. Both print it.
 */
export const fuzzRun = {
  seed: numberIn('FUZZ_SEED') ?? 20_261_121,
  cases: numberIn('FUZZ_CASES') ?? 8,
};

/** The command that makes the same requests again. */
export const replay = `npm run fuzz -- --cases=${fuzzRun.cases} --seed=${fuzzRun.seed}`;

function numberIn(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} is no number: ${text}`);
  return Number(text);
}
