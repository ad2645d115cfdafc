import type { FunctionRow } from '#infra/functions.ts';

import type { Moved } from '../../sandboxes/kit-time.ts';
import { failureText, type Invocation } from '../functions/function-host.ts';
import type { DueTime } from './due-times.ts';
import { calmEveryMs, neededAt } from './job-needs.ts';
import type { OneClock } from './one-clock.ts';

type Settings = {
  rows: readonly Pick<FunctionRow, 'name' | 'source'>[];
  clock: OneClock;
  invoke: (name: string, event: unknown) => Promise<Invocation>;
  isPaused: () => boolean;
  dueTimes: () => Promise<readonly DueTime[]>;
};

type Job = { name: string; job: string; input: object; everyMs: number; nextAt: number; ranAt: number; ran: number };

type JobsDone = Pick<Moved, 'ran' | 'failed'>;

/** The schedules of all functions: automatic as time passes, one by one while the clock is moved. */
export type JobTicks = {
  /** Stops automatic runs until `release`, while the clock moves to `target`. */
  hold: (target: number) => void;
  /** Returns the jobs that ran since `hold`. */
  release: () => JobsDone;
  /** The next time up to `until` at which a job has something to do. */
  next: (until: number) => Promise<number | undefined>;
  /** Runs the jobs of that time, rare ones first, because frequent ones process their results. */
  run: (at: number) => Promise<void>;
  /** Reports that runs happened, which jobs have to scan. */
  stir: () => void;
  /** Reports that work may have become due in between. */
  lookAgain: () => void;
  close: () => void;
};

export function jobTicks({ rows, clock, invoke, isPaused, dueTimes }: Settings): JobTicks {
  const now = (): number => clock.now().getTime();
  const jobs = jobsOf(rows, now()).toSorted((one, other) => other.everyMs - one.everyMs);
  let timer: NodeJS.Timeout | undefined;
  let stirredAt = now();
  let calmMs = 0;
  let known: readonly DueTime[] | undefined;
  let failed: Moved['failed'][number][] = [];

  async function start({ name, job, input }: Job, at: number): Promise<void> {
    const invocation = await invoke(name, input);
    if (invocation.ok) return;
    console.error(failureText(name, invocation.error));
    failed.push({ at: new Date(at).toISOString(), job, why: invocation.error.errorMessage });
  }

  function arm(): void {
    const next = Math.min(...jobs.map(({ nextAt }) => nextAt));
    if (Number.isFinite(next)) timer = setTimeout(tick, Math.max(0, next - now()));
  }

  function tick(): void {
    for (const one of jobs.filter(({ nextAt }) => nextAt <= now())) {
      one.ranAt = now();
      const next = one.nextAt + one.everyMs;
      // Skips ticks that were missed while the machine was asleep.
      one.nextAt = next > one.ranAt ? next : one.ranAt + one.everyMs;
      if (!isPaused()) void start(one, one.ranAt);
    }
    arm();
  }

  arm();
  return {
    stir: () => void (stirredAt = now()),
    lookAgain: () => void (known = undefined),
    hold(target) {
      clearTimeout(timer);
      calmMs = calmEveryMs(target - now());
      // Something may have changed just before.
      stirredAt = now();
      failed = [];
      for (const one of jobs) one.ran = 0;
    },
    release() {
      arm();
      return { ran: Object.fromEntries(jobs.map(({ job, ran }) => [job, ran])), failed };
    },
    async next(until) {
      const due = (known = await dueTimes());
      const moments = jobs.map((one) => neededAt(one, { due, stirredAt, until, calmMs }) ?? Infinity);
      const first = Math.min(...moments);
      return first <= until ? first : undefined;
    },
    async run(at) {
      const due = known ?? (await dueTimes());
      for (const one of jobs) {
        one.nextAt += Math.max(0, Math.ceil((at - one.nextAt) / one.everyMs)) * one.everyMs;
        if (one.nextAt !== at) continue;
        const isNeeded = neededAt(one, { due, stirredAt, until: at, calmMs }) === at;
        one.nextAt += one.everyMs;
        if (!isNeeded) continue;
        one.ranAt = at;
        one.ran += 1;
        await start(one, at);
      }
    },
    close: () => clearTimeout(timer),
  };
}

const jobsOf = (rows: Settings['rows'], now: number): Job[] =>
  rows.flatMap(({ name, source }) =>
    (typeof source === 'object' ? source : []).map(({ everyMinutes, input }) => {
      const everyMs = everyMinutes * 60_000;
      return { name, job: input['job'] ?? name, input, everyMs, nextAt: now + everyMs, ranAt: now, ran: 0 };
    }),
  );
