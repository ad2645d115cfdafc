import { Refusal } from '#shared/refusals.ts';

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
