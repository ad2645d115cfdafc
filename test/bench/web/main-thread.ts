import * as z from 'zod/mini';

/** Longest task that nobody notices, in milliseconds: https://web.dev/articles/tbt */
const unnoticed = 50;

const event = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  tdur: z.optional(z.number()),
});

/** What Chromium notes of a visit; times in microseconds, `tdur` is what a processor worked on it. */
export const trace = z.object({ traceEvents: z.array(event) });

/**
 * How long tasks kept the page's main thread from people after the first picture (milliseconds), on a processor so many
 * times as slow as this one: what each works beyond 50 ms. Lighthouse's TBT takes tasks by the clock, which also runs while
 * a task waits for its turn on a processor. NaN when the browser noted no picture, or no task with its work.
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
