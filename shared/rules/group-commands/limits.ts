/** How often a group may ask, and how often we answer there. */
export const groupLimits = {
  windowMs: 60_000,
  perSender: 6,
  perGroup: 20,
  /** Between two firings of one trigger. */
  gapMs: 3_000,
  /** More answers than this within the window, and we are silent for a while. */
  answers: 30,
  muteMs: 600_000,
  suggestionMs: 60_000,
  planNoticeMs: 86_400_000,
} as const;

/** What was asked and answered in a group of late; times in ms since 1970. `by`, `id`: any sign of sender and message. */
export type GroupUsage = {
  commands: readonly { at: number; by: string; id?: string | undefined; triggerId?: string | undefined }[];
  answers: readonly number[];
  /** Until when nobody is told of a limit again, by limit. */
  noticed: Readonly<Record<string, number>>;
  mutedUntil?: number | undefined;
  suggestedAt?: number | undefined;
  suggestedFor?: string | undefined;
  planNoticeAt?: number | undefined;
  planNoticeFor?: string | undefined;
};

export const noUsage: GroupUsage = { commands: [], answers: [], noticed: {} };

/**
 * `command`: with the trigger that it fires, if it fires one. `confirm`: tells of a run that nobody saw the end of. `id`:
 * of the message, whose turn stays its own when it is delivered again because nothing came of it.
 */
export type LimitedAction =
  | { kind: 'command'; by: string; id: string; triggerId?: string | undefined }
  | { kind: 'suggestion'; id: string }
  | { kind: 'planNotice'; id: string }
  | { kind: 'confirm' };

export type Limit = 'sender' | 'group' | 'trigger';

/**
 * `go`: do it and answer. `notice`: say once that this is too much. `silent`: nothing at all. `next` is what is then to be
 * remembered; absent where nothing changes.
 */
export type LimitDecision =
  | { verdict: 'go'; next?: GroupUsage }
  | { verdict: 'notice'; limit: Limit; next: GroupUsage }
  | { verdict: 'silent'; next?: GroupUsage };

/** Whether it is this one's turn. Each `go` and each `notice` stands for one answer. */
export function applyLimits(turns: GroupUsage, turn: LimitedAction, now: number): LimitDecision {
  const recent = lately(turns, now);
  if (recent.mutedUntil !== undefined) return { verdict: 'silent' };
  if (turn.kind === 'suggestion') return suggestion(recent, turn, now);
  if (turn.kind === 'planNotice') return planNotice(recent, turn, now);
  if (turn.kind === 'confirm') return answered(recent, now, { verdict: 'go' });
  if (recent.commands.some(({ id }) => id === turn.id)) return { verdict: 'go' };
  const over = limitOf(recent, turn, now);
  if (!over) {
    const { by, id, triggerId } = turn;
    const command = { at: now, by, id, ...(triggerId !== undefined && { triggerId }) };
    return answered({ ...recent, commands: [...recent.commands, command] }, now, { verdict: 'go' });
  }
  const { limit, key, until } = over;
  if (recent.noticed[key] !== undefined) return { verdict: 'silent' };
  return answered({ ...recent, noticed: { ...recent.noticed, [key]: until } }, now, { verdict: 'notice', limit });
}

type Over = { limit: Limit; key: string; until: number };

function limitOf({ commands }: GroupUsage, turn: LimitedAction & { kind: 'command' }, now: number): Over | undefined {
  const until = now + groupLimits.windowMs;
  if (commands.filter(({ by }) => by === turn.by).length >= groupLimits.perSender) {
    return { limit: 'sender', key: `by ${turn.by}`, until };
  }
  if (commands.length >= groupLimits.perGroup) return { limit: 'group', key: 'group', until };
  const { triggerId } = turn;
  const last = triggerId === undefined ? undefined : commands.findLast((one) => one.triggerId === triggerId);
  if (!last || now - last.at >= groupLimits.gapMs) return undefined;
  return { limit: 'trigger', key: `of ${triggerId}`, until: last.at + groupLimits.gapMs };
}

type OfMessage = { id: string };

function suggestion(turns: GroupUsage, { id }: OfMessage, now: number): LimitDecision {
  const { suggestedAt, suggestedFor } = turns;
  if (suggestedAt !== undefined) return { verdict: suggestedFor === id ? 'go' : 'silent' };
  return answered({ ...turns, suggestedAt: now, suggestedFor: id }, now, { verdict: 'go' });
}

function planNotice(turns: GroupUsage, { id }: OfMessage, now: number): LimitDecision {
  const { planNoticeAt, planNoticeFor } = turns;
  if (planNoticeAt !== undefined) return { verdict: planNoticeFor === id ? 'go' : 'silent' };
  return answered({ ...turns, planNoticeAt: now, planNoticeFor: id }, now, { verdict: 'go' });
}

/** With one answer more; the one too many breaks the circuit instead, and what it was about is not done either. */
function answered(
  turns: GroupUsage,
  now: number,
  verdict: { verdict: 'go' } | { verdict: 'notice'; limit: Limit },
): LimitDecision {
  if (turns.answers.length >= groupLimits.answers) {
    return { verdict: 'silent', next: { ...turns, mutedUntil: now + groupLimits.muteMs } };
  }
  return { ...verdict, next: { ...turns, answers: [...turns.answers, now] } };
}

/** Without what is over. */
function lately(turns: GroupUsage, now: number) {
  const { commands, answers, noticed, mutedUntil, suggestedAt, suggestedFor, planNoticeAt, planNoticeFor } = turns;
  const within = (at: number | undefined, ms: number): boolean => at !== undefined && now - at < ms;
  return {
    commands: commands.filter(({ at }) => within(at, groupLimits.windowMs)),
    answers: answers.filter((at) => within(at, groupLimits.windowMs)),
    noticed: Object.fromEntries(Object.entries(noticed).filter(([, until]) => now < until)),
    ...(mutedUntil !== undefined && now < mutedUntil && { mutedUntil }),
    ...(within(suggestedAt, groupLimits.suggestionMs) && { suggestedAt, suggestedFor }),
    ...(within(planNoticeAt, groupLimits.planNoticeMs) && { planNoticeAt, planNoticeFor }),
  } satisfies GroupUsage;
}
