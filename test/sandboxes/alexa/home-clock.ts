import type { AlexaHome } from './entities.ts';

type Step = { at: number; run: () => unknown; timer?: NodeJS.Timeout };

/** `stoodAt`: its time, once somebody moves it by hand. */
type Clock = { stoodAt?: number; steps: Set<Step> };

const nowOf = ({ stoodAt }: Clock): number => stoodAt ?? performance.now();

const nextOf = ({ steps }: Clock): Step | undefined => [...steps].toSorted((one, other) => one.at - other.at)[0];

/** The time that routines wait for. It passes by itself until somebody moves it; from then on by that alone. */
export function homeClock(closing: AbortSignal) {
  const clocks = new Map<AlexaHome, Clock>();
  closing.addEventListener('abort', reset);

  function reset(): void {
    for (const clock of clocks.values()) stop(clock);
    clocks.clear();
  }

  function clockOf(home: AlexaHome): Clock {
    const found = clocks.get(home) ?? { steps: new Set() };
    clocks.set(home, found);
    return found;
  }

  return {
    reset,
    stands: (home: AlexaHome): boolean => clockOf(home).stoodAt !== undefined,
    later(home: AlexaHome, ms: number, run: () => unknown): void {
      const clock = clockOf(home);
      const step: Step = { at: nowOf(clock) + ms, run };
      clock.steps.add(step);
      if (clock.stoodAt === undefined) step.timer = setTimeout(() => take(clock, step), ms).unref();
    },
    /** Runs what falls due, in order, each to its end. Gives the milliseconds until the next step. */
    async advance(home: AlexaHome, ms: number): Promise<number | undefined> {
      const clock = clockOf(home);
      stop(clock);
      const until = nowOf(clock) + ms;
      for (let step = nextOf(clock); step && step.at <= until; step = nextOf(clock)) {
        clock.stoodAt = step.at;
        await take(clock, step);
      }
      clock.stoodAt = until;
      const next = nextOf(clock);
      return next && next.at - until;
    },
  };
}
function stop({ steps }: Clock): void {
  for (const { timer } of steps) clearTimeout(timer);
}

function take({ steps }: Clock, step: Step): unknown {
  steps.delete(step);
  return step.run();
}
