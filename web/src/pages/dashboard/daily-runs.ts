import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';

export type DailyRuns = ReplyOf<typeof triggersContract.dailyExecutions>[number];

/** From the bottom of a bar to its top. `sent`: no answer is asked for, so nothing is claimed of them. */
const kinds = ['ran', 'shared', 'awaited', 'sent', 'unanswered', 'maybe', 'failed'] as const;
export type Kind = (typeof kinds)[number];

/** Of what a routine answers, and of what is in doubt, only what there is. */
export function kindsIn(days: readonly DailyRuns[]): Kind[] {
  const isAnswered = (['ran', 'shared', 'awaited', 'unanswered'] as const).some((kind) => totalOf(days, kind) > 0);
  return kinds.filter(
    (kind) => kind === 'failed' || (kind === 'sent' && !isAnswered) || days.some((day) => countOf(day, kind) > 0),
  );
}

export function countOf(day: DailyRuns, kind: Kind): number {
  const { sent, ran, awaited = 0, unanswered = 0, shared = 0 } = day;
  return kind === 'sent' ? sent - ran - awaited - unanswered - shared : (day[kind] ?? 0);
}

export const totalOf = (days: readonly DailyRuns[], kind: Kind): number =>
  days.reduce((sum, day) => sum + countOf(day, kind), 0);

export const allRuns = ({ sent, maybe = 0, failed }: DailyRuns): number => sent + maybe + failed;
