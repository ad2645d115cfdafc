import type { ClockMover, Moved, SandboxTime } from '../../sandboxes/kit-time.ts';
import type { JobTicks } from './job-ticks.ts';
import type { OneClock } from './one-clock.ts';

type Deps = {
  clock: OneClock;
  sandboxes: SandboxTime;
  ticks: Pick<JobTicks, 'hold' | 'release' | 'next' | 'run' | 'lookAgain'>;
  drain: () => Promise<void>;
  whenIdle: (then: () => void) => Promise<void>;
  whyNot: () => string | undefined;
};

/** Moves the clock from one due event to the next and processes each at its own time, until nothing is left. */
export function clockMover(deps: Deps): ClockMover {
  let moving = false;
  return {
    whyNot: () => (moving ? 'The clock is being moved already.' : deps.whyNot()),
    async moveTo(target) {
      if (moving) throw new Error('The clock is being moved already.');
      moving = true;
      deps.ticks.hold(target);
      const work = { started: performance.now(), from: deps.clock.now().toISOString() };
      try {
        const happened = await go(deps, target);
        const tookMs = Math.round(performance.now() - work.started);
        return { from: work.from, now: deps.clock.now().toISOString(), tookMs, happened, ...deps.ticks.release() };
      } catch (error) {
        deps.ticks.release();
        throw error;
      } finally {
        moving = false;
      }
    },
  };
}

/** Processes sandboxes before the stream, and the stream before jobs. */
async function go({ clock, sandboxes, ticks, drain, whenIdle }: Deps, target: number): Promise<Moved['happened']> {
  const happened: { at: string; what: string }[] = [];
  const note = (): void => {
    for (const what of sandboxes.news()) happened.push({ at: clock.now().toISOString(), what });
  };
  sandboxes.news();
  sandboxes.join();
  await drain();
  for (;;) {
    const [ofSandboxes = Infinity, ofJobs = Infinity] = [sandboxes.next(), await ticks.next(target)];
    const at = Math.min(ofSandboxes, ofJobs);
    if (at > target) break;
    await whenIdle(() => clock.goTo(at));
    if (ofSandboxes <= at) {
      await sandboxes.run();
      ticks.lookAgain();
      await drain();
      note();
    }
    if (ofJobs > at) continue;
    await ticks.run(at);
    await drain();
    note();
  }
  await whenIdle(() => clock.goTo(target));
  await sandboxes.run();
  await drain();
  note();
  return happened;
}
