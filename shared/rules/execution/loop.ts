/** Consecutive voice runs of a trigger. A routine creates such a streak when it fires its own trigger. */
export type VoiceStreak = {
  /** When the last event reached or may have reached Amazon, or when the last run was refused (ms since 1970). */
  at: number;
  /** Number of consecutive runs that each started within two minutes of the previous one. */
  quick: number;
  /** Number of gaps between runs that have almost the same length. */
  even: number;
  /** The length of these gaps in ms. */
  gap: number;
  /** When a run was last refused as a loop. */
  loopAt?: number | undefined;
  /**
   * Start of the first accepted run after the refusal, on any channel (ms since 1970). A later voice run removes it.
   */
  triedAt?: number | undefined;
};

const minuteMs = 60_000;

const quickMs = 2 * minuteMs;
/** Five gaps mean six runs in a row. */
const quickGaps = 5;
const blockedMs = 10 * minuteMs;

/** The gateway takes up to ten seconds between an event and its routine, so equal waits differ by less than that. */
const nearlyMs = 10_000;
const evenGaps = 9;
/** Longer intervals are schedules that users follow, such as every hour. */
const slowestMs = 50 * minuteMs;

/** Whether a voice run received now would continue a loop. */
export const isLoop = (streak: VoiceStreak | undefined, heardAt: number): boolean =>
  isBlocked(streak, heardAt) || hasLoopPattern(extendStreak(streak, heardAt));

/** Returns the streak to store after a voice run that was sent at `eventAt` or refused as a loop. */
export function streakAfter(streak: VoiceStreak | undefined, heardAt: number, eventAt = heardAt): VoiceStreak {
  if (streak && isBlocked(streak, heardAt)) return { ...withoutTry(streak), loopAt: heardAt };
  const next = { ...withoutTry(extendStreak(streak, heardAt)), at: eventAt };
  if (hasLoopPattern(next)) return { ...next, loopAt: heardAt };
  const { loopAt: _, ...unmarked } = next;
  // A refused run starts no routine, so a run that follows at the same interval was not caused by a loop.
  return next.even > evenGaps ? unmarked : next;
}

const withoutTry = ({ triedAt: _, ...streak }: VoiceStreak): VoiceStreak => streak;

/** Whether an accepted run is the first one since a loop, which tests whether the loop is over. */
export const isFirstTry = (streak: VoiceStreak | undefined): boolean =>
  streak?.loopAt !== undefined && loopOverAt(streak) === undefined;

/** Longer than the wait of any loop. */
const overAfterMs = 60 * minuteMs;

/**
 * Returns when the loop counts as over, unless a voice run comes first. Undefined until a run was accepted after the
 * last refusal.
 */
export const loopOverAt = (streak: Pick<VoiceStreak, 'loopAt' | 'triedAt'>): number | undefined =>
  streak.triedAt === undefined || streak.triedAt <= (streak.loopAt ?? 0) ? undefined : streak.triedAt + overAfterMs;

const isBlocked = (streak: VoiceStreak | undefined, heardAt: number): boolean =>
  streak !== undefined && streak.quick >= quickGaps && heardAt - streak.at < blockedMs;

const hasLoopPattern = ({ quick, even }: VoiceStreak): boolean => quick >= quickGaps || even === evenGaps;

function extendStreak(streak: VoiceStreak | undefined, heardAt: number): VoiceStreak {
  if (!streak) return { at: heardAt, quick: 0, even: 0, gap: 0 };
  const gap = heardAt - streak.at;
  const isQuick = gap <= quickMs;
  return { ...streak, quick: isQuick ? streak.quick + 1 : 0, ...countEvenGaps(streak, gap, isQuick) };
}

function countEvenGaps(
  { even, gap: first }: VoiceStreak,
  gap: number,
  isQuick: boolean,
): Pick<VoiceStreak, 'even' | 'gap'> {
  if (even > 0 && Math.abs(gap - first) <= nearlyMs) return { even: even + 1, gap: first };
  // A quick run in between may belong to a second loop.
  if (even > 0 && isQuick) return { even, gap: first };
  return { even: gap < slowestMs ? 1 : 0, gap };
}
