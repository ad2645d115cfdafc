import { useEffect, useState } from 'react';

/** Longest wait for a quiet moment (milliseconds). */
const longest = 3_000;

/** True from the first quiet moment after the first paint: what is not needed at once loads then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), longest);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: longest });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}
