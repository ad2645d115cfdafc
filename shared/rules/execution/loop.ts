/** Voice runs of a trigger in a row. Its routine makes such a row when it starts the trigger again. */
export type Chain = {
  /** When the last one's event reached Amazon, or may have, or when the last one was held back (ms since 1970). */
  at: number;
  /** How many came soon after the one before, without a break. */
  quick: number;
  /** How many came after a gap of nearly this length (ms). */
  even: number;
  gap: number;
  /** When one was last held back as a loop. */
  loopAt?: number | undefined;
  /** When the first run after it began, of any channel, that Alexa took (ms since 1970); a later voice run starts anew. */
  triedAt?: number | undefined;
};

const minuteMs = 60_000;

const quickMs = 2 * minuteMs;
/** The sixth run in a row comes after the fifth gap. */
const quickGaps = 5;
const blockedMs = 10 * minuteMs;

/** Between an event and its routine the gateway may take ten seconds or none, so gaps of one wait differ by less. */
const nearlyMs = 10_000;
const evenGaps = 9;
/** Slower than this is what people do by the clock, such as every hour. */
const slowestMs = 50 * minuteMs;

/** Whether a voice run that is heard now would carry a loop on. */
export const isLoop = (chain: Chain | undefined, heardAt: number): boolean =>
  isBlocked(chain, heardAt) || isFound(extended(chain, heardAt));

/** What the trigger keeps of a voice run that was sent at `eventAt`, or held back as a loop. */
export function chainAfter(chain: Chain | undefined, heardAt: number, eventAt = heardAt): Chain {
  if (chain && isBlocked(chain, heardAt)) return { ...untried(chain), loopAt: heardAt };
  const next = { ...untried(extended(chain, heardAt)), at: eventAt };
  if (isFound(next)) return { ...next, loopAt: heardAt };
  const { loopAt: _, ...unmarked } = next;
  // What is held back starts nothing, so a run that comes all the same is started by something else.
  return next.even > evenGaps ? unmarked : next;
}

const untried = ({ triedAt: _, ...chain }: Chain): Chain => chain;

/** Whether a run that Alexa takes now is the first to show whether the loop is over. */
export const isFirstTry = (chain: Chain | undefined): boolean =>
  chain?.loopAt !== undefined && loopOverAt(chain) === undefined;

/** Longer than any wait that makes a loop. */
const overAfterMs = 60 * minuteMs;

/** From when on a loop counts as over, if no voice run comes before; undefined while none that could show it was sent. */
export const loopOverAt = (chain: Pick<Chain, 'loopAt' | 'triedAt'>): number | undefined =>
  chain.triedAt === undefined || chain.triedAt <= (chain.loopAt ?? 0) ? undefined : chain.triedAt + overAfterMs;

const isBlocked = (chain: Chain | undefined, heardAt: number): boolean =>
  chain !== undefined && chain.quick >= quickGaps && heardAt - chain.at < blockedMs;

const isFound = ({ quick, even }: Chain): boolean => quick >= quickGaps || even === evenGaps;

function extended(chain: Chain | undefined, heardAt: number): Chain {
  if (!chain) return { at: heardAt, quick: 0, even: 0, gap: 0 };
  const gap = heardAt - chain.at;
  const isQuick = gap <= quickMs;
  return { ...chain, quick: isQuick ? chain.quick + 1 : 0, ...rowOf(chain, gap, isQuick) };
}

function rowOf({ even, gap: first }: Chain, gap: number, isQuick: boolean): Pick<Chain, 'even' | 'gap'> {
  if (even > 0 && Math.abs(gap - first) <= nearlyMs) return { even: even + 1, gap: first };
  // A second loop beside the first one comes in between.
  if (even > 0 && isQuick) return { even, gap: first };
  return { even: gap < slowestMs ? 1 : 0, gap };
}
