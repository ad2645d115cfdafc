/** Consecutive voice runs of a trigger. A routine creates such a streak when it fires its own trigger. */
export type VoiceStreak = {
  /** When the last event reached Amazon or may have, or when the last run was refused (ms since 1970). */
  at: number;
  /** Number of runs that followed the previous one quickly, without a break. */
  quick: number;
  /** Number of gaps of almost the same length. */
  even: number;
  /** That length in ms. */
  gap: number;
  /** When a run was last refused as a loop. */
  loopAt?: number | undefined;
  /** Start of the first accepted run after the refusal, on any channel (ms since 1970). A later voice run resets it. */
  triedAt?: number | undefined;
};

const minuteMs = 60_000;

const quickMs = 2 * minuteMs;
/** The sixth run in a row follows the fifth gap. */
const quickGaps = 5;
const blockedMs = 10 * minuteMs;

/** The gateway takes up to ten seconds between an event and its routine, so equal waits differ by less than that. */
const nearlyMs = 10_000;
const evenGaps = 9;
/** Longer intervals are schedules that users follow, such as every hour. */
const slowestMs = 50 * minuteMs;

/** Whether a voice run received now would continue a loop. */
export const isLoop = (streak: VoiceStreak | undefined, heardAt: number): boolean =>
  isBlocked(streak, heardAt) || isFound(extendStreak(streak, heardAt));

/** Returns the streak to store after a voice run that was sent at `eventAt` or refused as a loop. */
export function streakAfter(streak: VoiceStreak | undefined, heardAt: number, eventAt = heardAt): VoiceStreak {
  if (streak && isBlocked(streak, heardAt)) return { ...untried(streak), loopAt: heardAt };
  const next = { ...untried(extendStreak(streak, heardAt)), at: eventAt };
  if (isFound(next)) return { ...next, loopAt: heardAt };
  const { loopAt: _, ...unmarked } = next;
  // A refused run starts nothing, so a run that follows anyway has another cause.
  return next.even > evenGaps ? unmarked : next;
}

const untried = ({ triedAt: _, ...streak }: VoiceStreak): VoiceStreak => streak;

/** Whether an accepted run is the first to show whether the loop is over. */
export const isFirstTry = (streak: VoiceStreak | undefined): boolean =>
  streak?.loopAt !== undefined && loopOverAt(streak) === undefined;

/** Longer than the wait of any loop. */
const overAfterMs = 60 * minuteMs;

/** When the loop counts as over if no voice run comes before then. Undefined until a run that can show it was sent. */
export const loopOverAt = (streak: Pick<VoiceStreak, 'loopAt' | 'triedAt'>): number | undefined =>
  streak.triedAt === undefined || streak.triedAt <= (streak.loopAt ?? 0) ? undefined : streak.triedAt + overAfterMs;

const isBlocked = (streak: VoiceStreak | undefined, heardAt: number): boolean =>
  streak !== undefined && streak.quick >= quickGaps && heardAt - streak.at < blockedMs;

const isFound = ({ quick, even }: VoiceStreak): boolean => quick >= quickGaps || even === evenGaps;

function extendStreak(streak: VoiceStreak | undefined, heardAt: number): VoiceStreak {
  if (!streak) return { at: heardAt, quick: 0, even: 0, gap: 0 };
  const gap = heardAt - streak.at;
  const isQuick = gap <= quickMs;
  return { ...streak, quick: isQuick ? streak.quick + 1 : 0, ...rowOf(streak, gap, isQuick) };
}

function rowOf({ even, gap: first }: VoiceStreak, gap: number, isQuick: boolean): Pick<VoiceStreak, 'even' | 'gap'> {
  if (even > 0 && Math.abs(gap - first) <= nearlyMs) return { even: even + 1, gap: first };
  // The runs of a second simultaneous loop fall in between.
  if (even > 0 && isQuick) return { even, gap: first };
  return { even: gap < slowestMs ? 1 : 0, gap };
}
