/**
 * Homes share 256 names. That is enough to distinguish most of them, and too few to identify one. There are at least
 * as many homes as names in use.
 */
const homeNames = 256;

/** Workspace ids are random, so the names are evenly distributed. */
export const homeOf = (workspaceId: number): number => workspaceId % homeNames;

/** With fewer homes, a published time might be that of a home somebody knows. */
export const minHomes = 20;

const hourMs = 3600_000;
const usualMs = 48 * hourMs;
const usualFrom = 5;

/** The trigger of a missed run. */
type Missed = { heard: number; lastRanAt?: string | undefined };

/** Whether its silence is significant. A routine that its owner removed no longer counts after two days. */
export const usedToAnswer = ({ heard, lastRanAt }: Missed, now: Date): boolean =>
  heard >= usualFrom && lastRanAt !== undefined && now.getTime() - Date.parse(lastRanAt) <= usualMs;

/** Homes whose routines confirmed in these minutes, and homes that used to confirm but did not. */
export type Heard = { at: string; answered: readonly number[]; silent: readonly number[] };

/** Fewer homes may just have lost their own connection. */
const minSilent = 5;

export type HomesHeard = { answering: number; silent: number; stopped: boolean };

/**
 * `stopped` is true if Alexa accepts events but at least half of the confirming homes, and at least five, do not
 * answer.
 * The latest sign of a home counts; in the same minutes an answer outweighs silence. Returns undefined if no home
 * confirms.
 */
export function homesHeard(heard: readonly Heard[]): HomesHeard | undefined {
  const last = new Map<number, 'answering' | 'silent'>();
  for (const { answered, silent } of heard.toSorted((one, other) => one.at.localeCompare(other.at))) {
    for (const home of silent) last.set(home, 'silent');
    for (const home of answered) last.set(home, 'answering');
  }
  if (last.size === 0) return undefined;
  const silent = [...last.values()].filter((state) => state === 'silent').length;
  return { answering: last.size - silent, silent, stopped: silent >= minSilent && silent * 2 >= last.size };
}
