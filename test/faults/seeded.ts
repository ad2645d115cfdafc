/** https://en.wikipedia.org/wiki/Xorshift */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  // Neighbouring seeds start with similar values.
  for (let warm = 0; warm < 8; warm += 1) next();
  return next;
}

/** From `FAULT_SEED`, or fixed within `npm test`. `npm run matrix` sets a new one. */
export const runSeed = Number(process.env['FAULT_SEED'] ?? 20_261_121);

export const shuffled = <T>(all: readonly T[], chance: () => number): T[] =>
  all
    .map((one) => ({ one, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
