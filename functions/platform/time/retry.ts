import { Refusal } from '#shared/refusals.ts';

import type { Deadline } from './deadline.ts';

type RetryOptions<End> = {
  /** The first attempt counts. */
  tries?: number;
  /** Waits before the next attempt, which otherwise starts at once. */
  between?: (attempt: number) => Promise<void>;
  /** Returns the result after the last conflict, or throws; by default it throws `server.busy`. */
  exhausted?: () => End | Promise<End>;
};

/** Retries after a conflict with another write. After `tries` attempts, `exhausted` returns or throws. */
export async function retryOnConflict<Result, End = never>(
  { tries = 5, between, exhausted = throwBusy }: RetryOptions<End>,
  attempt: () => Promise<Result | 'conflict'>,
): Promise<Result | End> {
  for (let tried = 1; ; tried += 1) {
    const result = await attempt();
    if (result !== 'conflict') return result;
    if (tried === tries) return exhausted();
    await between?.(tried);
  }
}

function throwBusy(): never {
  throw new Refusal('server.busy', { retryAfterSeconds: 1 });
}

export type Waiting = { pause: (ms: number) => Promise<void>; random: () => number };

export const realWaiting: Waiting = {
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

type TransientOptions = {
  /** The first attempt counts. */
  tries: number;
  firstPauseMs: number;
  deadline?: Deadline | undefined;
};

/** Returned by an attempt that may succeed later. */
export class Transient {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Retries a transient failure. Throws it after `tries` attempts, or at once if the pause would exceed the deadline. */
export async function retryTransient<Result>(
  { pause, random }: Waiting,
  { tries, firstPauseMs, deadline }: TransientOptions,
  attempt: () => Promise<Result | Transient>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const result = await attempt();
    if (!(result instanceof Transient)) return result;
    const wait = pauseMs(firstPauseMs, tried, random);
    if (tried === tries || (deadline && deadline.left() <= wait)) throw result.error;
    await pause(wait);
  }
}

/** Doubled with each attempt, with jitter. */
export const pauseMs = (firstMs: number, attempt: number, random: () => number): number =>
  firstMs * 2 ** (attempt - 1) * (0.5 + random());
