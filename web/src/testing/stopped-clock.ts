import { act } from '@testing-library/react';
import { vi } from 'vitest';

// Kept before any test stops the clock: answers of the pretended server still need turns of the real loop.
const realTurn = setImmediate;

const turn = (ms: number) =>
  act(async () => {
    await new Promise<void>((done) => realTurn(done));
    await vi.advanceTimersByTimeAsync(ms);
  });

/** Moves the stopped clock, and lets happen what waits for nothing else. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  for (let turns = 0; turns < 3; turns += 1) await turn(0);
}

/** Moves the stopped clock by single milliseconds until a claim holds: what is timed from then on is exact. */
export async function until(claim: () => void, most = 400): Promise<void> {
  for (let ms = 0; ms < most; ms += 1) {
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
