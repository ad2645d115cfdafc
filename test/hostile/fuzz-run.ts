/**
 * How long and from where to look: `FUZZ_CASES` per endpoint and `FUZZ_SEED`. A run without a seed takes a new one and
 * prints it, so that whatever it finds can be found again.
 */
export const fuzzRun = {
  seed: numberIn('FUZZ_SEED') ?? Math.floor(Math.random() * 2 ** 31),
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
