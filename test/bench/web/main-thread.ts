import * as z from 'zod/mini';

/** Milliseconds of a task that do not count as blocking: https://web.dev/articles/tbt */
const unnoticed = 50;

const event = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  tdur: z.optional(z.number()),
});

/** Times are in microseconds. `tdur` is CPU time. */
export const trace = z.object({ traceEvents: z.array(event) });

/**
 * Returns the task time beyond 50 ms after the first paint, as CPU time in milliseconds; NaN without a paint or a task.
 */
export function blockingTime({ traceEvents }: z.output<typeof trace>, slowdown: number): number {
  const picture = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!picture) return Number.NaN;
  const worked = traceEvents
    .filter(({ name, pid, tid, ts }) => isTask(name) && pid === picture.pid && tid === picture.tid && ts >= picture.ts)
    .flatMap(({ tdur }) => tdur ?? []);
  if (worked.length === 0) return Number.NaN;
  return worked.reduce((sum, time) => sum + Math.max(0, (time / 1000) * slowdown - unnoticed), 0);
}

const isTask = (name: string): boolean => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask';
