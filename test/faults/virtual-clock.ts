import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as turn } from 'node:timers/promises';

/** A real timeout that is too long to end anything here. */
export const endlessMs = 90_000;

type Timer = { due: number; fire: () => void };

export type VirtualClock = ReturnType<typeof aVirtualClock>;

/**
 * A clock that only a test, a fault or a waiting product moves. Starts at the current time, because DynamoDB Local
 * expires items by real time.
 */
export function aVirtualClock() {
  let at = Date.now();
  const timers = new Set<Timer>();
  let calls = 0;
  let underway = 0;
  let results = 0;

  function moveTo(time: number): void {
    at = Math.max(at, time);
    for (const timer of timers) if (timer.due <= at) timer.fire();
  }

  const nextDue = (): number => Math.min(...[...timers].map(({ due }) => due));

  const clock = {
    now: () => new Date(at),
    advance: (ms: number): void => moveTo(at + ms),

    /** Resolves in `ms` unless it is canceled. */
    timer(ms: number): { over: Promise<void>; cancel: () => void } {
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const timer = { due: at + ms, fire: () => (timers.delete(timer), resolve()) };
      if (ms <= 0) setImmediate(timer.fire);
      else timers.add(timer);
      return { over, cancel: () => void timers.delete(timer) };
    },

    /**
     * Makes the product's timeouts follow this clock until `work` has its result. Hanging calls move no time after
     * that.
     */
    async follow<T>(work: () => Promise<T>): Promise<T> {
      underway += 1;
      return following.run(clock, work).finally(() => {
        underway -= 1;
        if (underway === 0) results += 1;
      });
    },

    /** A call of the product to the outside that ends without a fault. */
    async call<T>(work: () => Promise<T>): Promise<T> {
      calls += 1;
      return work().finally(() => (calls -= 1));
    },

    /**
     * Hangs a call for `ms`. Earlier timeouts fire one by one, and the product may react to each. Resolves to false,
     * and time does not move, if the product has its result by then.
     */
    async hang(ms: number): Promise<boolean> {
      const [end, before] = [at + ms, results];
      const isWaiting = (): boolean => underway > 0 && results === before;
      // Other calls may begin at the same time.
      await quiet(isWaiting);
      while (isWaiting() && nextDue() <= end) {
        moveTo(nextDue());
        await quiet(isWaiting);
      }
      if (isWaiting()) moveTo(end);
      return isWaiting();
    },
  };

  /** Waits until the product waits only for hanging calls. */
  async function quiet(isWaiting: () => boolean): Promise<void> {
    for (let turns = 0; turns < quietTurns && isWaiting(); turns += 1) {
      await turn(1);
      if (calls > 0) turns = 0;
    }
  }

  return clock;
}

/** Milliseconds within which a product that can continue makes its next call. */
const quietTurns = 20;

const following = new AsyncLocalStorage<VirtualClock>();

/** Replaces the product's `withTimeout`: ends by the clock that the caller follows. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const timer = following.getStore()?.timer(ms);
  if (!timer) return work;
  try {
    return await Promise.race([work, timer.over.then(late)]);
  } finally {
    timer.cancel();
  }
}
