/**
 * Each workspace (a home) gets one of 256 names. That is enough to distinguish most homes, and too few to identify one.
 * A home has one name, so there are at least as many homes as names in use.
 */
const homeNames = 256;

/** Workspace ids are random, so the names are evenly distributed. */
export const homeOf = (workspaceId: number): number => workspaceId % homeNames;

/** With fewer homes, a reader could attribute a published response time to a home that they know. */
export const minHomes = 20;

const hourMs = 3600_000;
const recentMs = 48 * hourMs;
const minAnswers = 5;

/** Receipts of a trigger: answers in a row before the missed run, and the time of the last answer. */
type Missed = { heard: number; lastRanAt?: string | undefined };

/**
 * Whether a missed run is significant, because the routine usually answers. A routine without an answer for two days
 * does not count, because its owner may have removed it.
 */
export const usedToAnswer = ({ heard, lastRanAt }: Missed, now: Date): boolean =>
  heard >= minAnswers && lastRanAt !== undefined && now.getTime() - Date.parse(lastRanAt) <= recentMs;

/** Homes whose routines confirmed in these minutes, and homes that used to confirm but did not. */
export type HomeAnswers = { at: string; answered: readonly number[]; silent: readonly number[] };

/** Fewer homes may just have lost their own connection. */
const minSilent = 5;

export type HomesSummary = { answering: number; silent: number; stopped: boolean };

/**
 * `stopped` is true if Alexa accepts events but at least half of the confirming homes, and at least five, do not
 * answer. The latest state of each home counts. Within the same minutes, an answer outweighs silence. Returns undefined
 * if no home confirms.
 */
export function summarizeHomes(heard: readonly HomeAnswers[]): HomesSummary | undefined {
  const last = new Map<number, 'answering' | 'silent'>();
  for (const { answered, silent } of heard.toSorted((one, other) => one.at.localeCompare(other.at))) {
    for (const home of silent) last.set(home, 'silent');
    for (const home of answered) last.set(home, 'answering');
  }
  if (last.size === 0) return undefined;
  const silent = [...last.values()].filter((state) => state === 'silent').length;
  return { answering: last.size - silent, silent, stopped: silent >= minSilent && silent * 2 >= last.size };
}
