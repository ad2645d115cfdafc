const minuteMs = 60_000;
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs);

/** Returns at least one. */
export const secondsToNextMinute = (now: Date): number =>
  Math.max(1, Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000));

/**
 * Runs in one `minute` (since 1970): those of a workspace in `count` and, if known, those of one of its triggers in
 * `ofTrigger`. `reached` is a limit that this process has already seen reached.
 */
export type Permits = {
  minute: number;
  count: number;
  ofTrigger?: number | undefined;
  reached?: 'tooMany' | 'workspaceTooMany';
};

/** Limits of a trigger, and of all triggers of a workspace; infinite if not limited. */
export type RateLimits = { runsPerMinute: number; permitsPerMinute: number };

/** For stages that configure no limits. */
export const defaultLimits: RateLimits = { runsPerMinute: 30, permitsPerMinute: 120 };

/** For callers that check everything except the limits. */
export const noLimits: RateLimits = { runsPerMinute: Infinity, permitsPerMinute: Infinity };

export const isLimited = (limits: RateLimits): boolean =>
  Math.min(limits.runsPerMinute, limits.permitsPerMinute) !== Infinity;

export type RateFacts = RateLimits & {
  permits?: Permits | undefined;
  minute: number;
};

export const isTriggerFull = (facts: RateFacts): boolean => leftOfTrigger(facts) <= 0;

export const isWorkspaceFull = (facts: RateFacts): boolean => leftOfWorkspace(facts) <= 0;

/** Number of runs per minute. */
export type Left = { limit: number; left: number };

/** The runs that remain under each limit, if it exists and its use is known. */
export const limitsLeft = (facts: RateFacts & { permits: Permits }): { trigger?: Left; workspace?: Left } => ({
  ...(facts.runsPerMinute !== Infinity &&
    facts.permits.ofTrigger !== undefined && { trigger: leftIn(facts.runsPerMinute, leftOfTrigger(facts)) }),
  ...(facts.permitsPerMinute !== Infinity && { workspace: leftIn(facts.permitsPerMinute, leftOfWorkspace(facts)) }),
});

const leftIn = (limit: number, left: number): Left => ({ limit, left: Math.max(0, left) });

const leftOfTrigger = ({ permits, minute, runsPerMinute }: RateFacts): number =>
  runsPerMinute - (permits?.minute === minute ? (permits.ofTrigger ?? 0) : 0);

const leftOfWorkspace = ({ permits, minute, permitsPerMinute }: RateFacts): number =>
  permitsPerMinute - (permits?.minute === minute ? permits.count : 0);
