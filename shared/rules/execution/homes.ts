/** So many names for all homes: tells most apart, but not who they are. So many different names are at least so many homes. */
const homeNames = 256;

/** Workspace ids are random. */
export const homeOf = (workspaceId: number): number => workspaceId % homeNames;

/** With fewer, a time may be that of one that somebody knows. */
export const minHomes = 20;

const hourMs = 3600_000;
const usualMs = 48 * hourMs;
const usualFrom = 5;

/** Of a trigger, when a run of it was missed. */
type Missed = { heard: number; lastRanAt?: string | undefined };

/** Whether its silence is news: a routine that somebody took apart stops counting after two days. */
export const usedToAnswer = ({ heard, lastRanAt }: Missed, now: Date): boolean =>
  heard >= usualFrom && lastRanAt !== undefined && now.getTime() - Date.parse(lastRanAt) <= usualMs;

/** Homes whose routines confirmed in some minutes, and homes that used to and did not. */
export type Heard = { at: string; answered: readonly number[]; silent: readonly number[] };

/** Fewer may have lost their own connection. */
const minSilent = 5;

export type HomesHeard = { answering: number; silent: number; stopped: boolean };

/**
 * `stopped`: Alexa takes events and at least half of the homes that confirm do not answer, five or more. What a home did
 * last counts; having done both in the same minutes counts as an answer. Undefined where nothing is confirmed.
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
