import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';

export type DailyRuns = ReplyOf<typeof triggersContract.dailyExecutions>[number];

/**
 * Ordered from the bottom of a bar to its top. `sent` runs do not expect an answer, so the chart claims nothing about
 * them.
 */
const kinds = ['ran', 'shared', 'awaited', 'sent', 'unanswered', 'maybe', 'failed'] as const;
export type RunKind = (typeof kinds)[number];

/**
 * Always includes failures. Other kinds appear only if they occur, except that `sent` also appears if no run expects an
 * answer.
 */
export function kindsIn(days: readonly DailyRuns[]): RunKind[] {
  const isAnswered = (['ran', 'shared', 'awaited', 'unanswered'] as const).some((kind) => totalOf(days, kind) > 0);
  return kinds.filter(
    (kind) => kind === 'failed' || (kind === 'sent' && !isAnswered) || days.some((day) => countOf(day, kind) > 0),
  );
}

export function countOf(day: DailyRuns, kind: RunKind): number {
  const { sent, ran, awaited = 0, unanswered = 0, shared = 0 } = day;
  return kind === 'sent' ? sent - ran - awaited - unanswered - shared : (day[kind] ?? 0);
}

export const totalOf = (days: readonly DailyRuns[], kind: RunKind): number =>
  days.reduce((sum, day) => sum + countOf(day, kind), 0);

export const allRuns = ({ sent, maybe = 0, failed }: DailyRuns): number => sent + maybe + failed;
