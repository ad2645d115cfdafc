import { act } from '@testing-library/react';
import { vi } from 'vitest';

// Saved before a test stops the clock, because replies of the fake server need turns of the real event loop.
const realTurn = setImmediate;

const turn = (ms: number) =>
  act(async () => {
    await new Promise<void>((done) => realTurn(done));
    await vi.advanceTimersByTimeAsync(ms);
  });

export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  for (let turns = 0; turns < 3; turns += 1) await turn(0);
}

/** Puts the time limits of requests on the stopped clock, which the browser counts itself. */
export function stopLimits(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('The limit has passed.', 'TimeoutError')), ms);
    return limit.signal;
  });
}

/** Advances the clock by single milliseconds until a claim holds, so that later times are exact. */
export async function until(claim: () => void, maxMs = 400): Promise<void> {
  for (let ms = 0; ms < maxMs; ms += 1) {
    if (holds(claim)) return;
    await turn(1);
  }
  claim();
}

function holds(claim: () => void): boolean {
  try {
    claim();
    return true;
  } catch {
    return false;
  }
}
