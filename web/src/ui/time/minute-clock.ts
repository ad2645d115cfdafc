import { useSyncExternalStore } from 'react';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // Catches up after a pause. A difference below a second needs no re-render.
    if (Math.abs(Date.now() - now) > 1000) now = Date.now();
    timer = setInterval(tick, 60_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

export const useMinute = (): number => useSyncExternalStore(listen, () => now);
