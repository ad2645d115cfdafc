export const groupLimits = {
  windowMs: 60_000,
  perSender: 6,
  perGroup: 20,
  /** Between two runs of a trigger. */
  gapMs: 3_000,
  /** More replies within the window mute the group for `muteMs`. */
  answers: 30,
  muteMs: 600_000,
  suggestionMs: 60_000,
  planNoticeMs: 86_400_000,
} as const;

/** Times are in ms since 1970; `by` and `id` are hashes. */
export type GroupUsage = {
  commands: readonly { at: number; by: string; id?: string | undefined; triggerId?: string | undefined }[];
  answers: readonly number[];
  /** When the notice of each limit expires. */
  noticed: Readonly<Record<string, number>>;
  mutedUntil?: number | undefined;
  suggestedAt?: number | undefined;
  suggestedFor?: string | undefined;
  planNoticeAt?: number | undefined;
  planNoticeFor?: string | undefined;
};

export const noUsage: GroupUsage = { commands: [], answers: [], noticed: {} };

/** A repeated `id` counts once. */
export type LimitedAction =
  | { kind: 'command'; by: string; id: string; triggerId?: string | undefined }
  | { kind: 'suggestion'; id: string }
  | { kind: 'planNotice'; id: string }
  /** A message that the end of a run is unknown. */
  | { kind: 'confirm' };

export type Limit = 'sender' | 'group' | 'trigger';

/** `next` is the usage to store; absent if nothing changed. */
export type LimitDecision =
  | { outcome: 'go'; next?: GroupUsage }
  /** The group is notified once that a limit is reached. */
  | { outcome: 'notice'; limit: Limit; next: GroupUsage }
  | { outcome: 'silent'; next?: GroupUsage };

export function applyLimits(usage: GroupUsage, action: LimitedAction, now: number): LimitDecision {
  const recent = recentUsage(usage, now);
  if (recent.mutedUntil !== undefined) return { outcome: 'silent' };
  if (action.kind === 'suggestion') return suggestion(recent, action, now);
  if (action.kind === 'planNotice') return planNotice(recent, action, now);
  if (action.kind === 'confirm') return withAnswer(recent, now, { outcome: 'go' });
  if (recent.commands.some(({ id }) => id === action.id)) return { outcome: 'go' };
  const over = limitOf(recent, action, now);
  if (!over) {
    const { by, id, triggerId } = action;
    const command = { at: now, by, id, ...(triggerId !== undefined && { triggerId }) };
    return withAnswer({ ...recent, commands: [...recent.commands, command] }, now, { outcome: 'go' });
  }
  const { limit, key, until } = over;
  if (recent.noticed[key] !== undefined) return { outcome: 'silent' };
  return withAnswer({ ...recent, noticed: { ...recent.noticed, [key]: until } }, now, { outcome: 'notice', limit });
}

type ExceededLimit = { limit: Limit; key: string; until: number };

function limitOf(
  { commands }: GroupUsage,
  action: LimitedAction & { kind: 'command' },
  now: number,
): ExceededLimit | undefined {
  const until = now + groupLimits.windowMs;
  if (commands.filter(({ by }) => by === action.by).length >= groupLimits.perSender) {
    return { limit: 'sender', key: `by ${action.by}`, until };
  }
  if (commands.length >= groupLimits.perGroup) return { limit: 'group', key: 'group', until };
  const { triggerId } = action;
  const last = triggerId === undefined ? undefined : commands.findLast((one) => one.triggerId === triggerId);
  if (!last || now - last.at >= groupLimits.gapMs) return undefined;
  return { limit: 'trigger', key: `of ${triggerId}`, until: last.at + groupLimits.gapMs };
}

type OfMessage = { id: string };

function suggestion(usage: GroupUsage, { id }: OfMessage, now: number): LimitDecision {
  const { suggestedAt, suggestedFor } = usage;
  if (suggestedAt !== undefined) return { outcome: suggestedFor === id ? 'go' : 'silent' };
  return withAnswer({ ...usage, suggestedAt: now, suggestedFor: id }, now, { outcome: 'go' });
}

function planNotice(usage: GroupUsage, { id }: OfMessage, now: number): LimitDecision {
  const { planNoticeAt, planNoticeFor } = usage;
  if (planNoticeAt !== undefined) return { outcome: planNoticeFor === id ? 'go' : 'silent' };
  return withAnswer({ ...usage, planNoticeAt: now, planNoticeFor: id }, now, { outcome: 'go' });
}

/** The reply that exceeds the limit mutes the group instead. */
function withAnswer(
  usage: GroupUsage,
  now: number,
  decision: { outcome: 'go' } | { outcome: 'notice'; limit: Limit },
): LimitDecision {
  if (usage.answers.length >= groupLimits.answers) {
    return { outcome: 'silent', next: { ...usage, mutedUntil: now + groupLimits.muteMs } };
  }
  return { ...decision, next: { ...usage, answers: [...usage.answers, now] } };
}

function recentUsage(usage: GroupUsage, now: number) {
  const { commands, answers, noticed, mutedUntil, suggestedAt, suggestedFor, planNoticeAt, planNoticeFor } = usage;
  const isWithin = (at: number | undefined, ms: number): boolean => at !== undefined && now - at < ms;
  return {
    commands: commands.filter(({ at }) => isWithin(at, groupLimits.windowMs)),
    answers: answers.filter((at) => isWithin(at, groupLimits.windowMs)),
    noticed: Object.fromEntries(Object.entries(noticed).filter(([, until]) => now < until)),
    ...(mutedUntil !== undefined && now < mutedUntil && { mutedUntil }),
    ...(isWithin(suggestedAt, groupLimits.suggestionMs) && { suggestedAt, suggestedFor }),
    ...(isWithin(planNoticeAt, groupLimits.planNoticeMs) && { planNoticeAt, planNoticeFor }),
  } satisfies GroupUsage;
}
