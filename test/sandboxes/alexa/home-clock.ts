import type { AlexaHome } from './entities.ts';

type Step = { at: number; run: () => unknown; timer?: NodeJS.Timeout };

/**
 * `stoodAt` is the time of a home whose clock was moved separately. In integer milliseconds, so that sums are exact.
 */
type Clock = { stoodAt?: number | undefined; steps: Set<Step> };

const nextOf = ({ steps }: Clock): Step | undefined => [...steps].toSorted((one, other) => one.at - other.at)[0];

/**
 * The clock that routines wait for. It runs by default. Once moved in a single home, it only advances there by control.
 */
export function homeClock(worldNow: () => Date, closing: AbortSignal) {
  const clocks = new Map<AlexaHome, Clock>();
  closing.addEventListener('abort', reset);
  const world = (): number => worldNow().getTime();
  const nowOf = ({ stoodAt }: Clock): number => stoodAt ?? world();

  function reset(): void {
    for (const clock of clocks.values()) stop(clock);
    clocks.clear();
  }

  function clockOf(home: AlexaHome): Clock {
    const found = clocks.get(home) ?? { steps: new Set() };
    clocks.set(home, found);
    return found;
  }

  function arm(clock: Clock, step: Step): void {
    clearTimeout(step.timer);
    step.timer = setTimeout(() => take(clock, step), Math.max(0, step.at - world())).unref();
  }

  const running = (): Clock[] => [...clocks.values()].filter(({ stoodAt }) => stoodAt === undefined);

  return {
    reset,
    now: (home: AlexaHome): number => nowOf(clockOf(home)),
    stands: (home: AlexaHome): boolean => clockOf(home).stoodAt !== undefined,
    later(home: AlexaHome, ms: number, run: () => unknown): void {
      const clock = clockOf(home);
      const step: Step = { at: nowOf(clock) + Math.round(ms), run };
      clock.steps.add(step);
      if (clock.stoodAt === undefined) arm(clock, step);
    },
    /** Runs due steps in order, each to its end. Returns the milliseconds until the next step. */
    async advance(home: AlexaHome, ms: number): Promise<number | undefined> {
      const clock = clockOf(home);
      stop(clock);
      const until = nowOf(clock) + Math.round(ms);
      for (let step = nextOf(clock); step && step.at <= until; step = nextOf(clock)) {
        clock.stoodAt = step.at;
        await take(clock, step);
      }
      clock.stoodAt = until;
      const next = nextOf(clock);
      return next && next.at - until;
    },
    /** Homes with a stopped clock continue with the common clock. */
    join(): void {
      for (const clock of clocks.values()) {
        if (clock.stoodAt === undefined) continue;
        const behind = world() - clock.stoodAt;
        clock.stoodAt = undefined;
        for (const step of clock.steps) {
          step.at += behind;
          arm(clock, step);
        }
      }
    },
    nextAt(): number | undefined {
      const moments = running().flatMap((clock) => nextOf(clock)?.at ?? []);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
    /** Runs due steps to their end after the common clock was moved. */
    async catchUp(): Promise<void> {
      for (const clock of running()) {
        for (let step = nextOf(clock); step && step.at <= world(); step = nextOf(clock)) {
          clearTimeout(step.timer);
          await take(clock, step);
        }
        for (const step of clock.steps) arm(clock, step);
      }
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
