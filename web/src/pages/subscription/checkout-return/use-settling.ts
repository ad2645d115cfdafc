import { useEffect, useRef } from 'react';

/** When to ask again after a visit to the billing portal (milliseconds after coming back). */
export const settlingAt = [2_000, 6_000] as const;

/**
 * Coming back from the billing portal may be faster than the word of what was done there, so the page asks again, twice;
 * and once when the browser brings the page back as it was left. `back` says that the address is the one that the portal
 * leads back to.
 */
export function useSettling(back: boolean, ask: () => Promise<unknown>): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    if (!back) return undefined;
    const timers = settlingAt.map((ms) => setTimeout(() => void latest.current(), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [back]);

  useEffect(() => {
    const arrive = ({ persisted }: PageTransitionEvent) => persisted && void latest.current();
    window.addEventListener('pageshow', arrive);
    return () => window.removeEventListener('pageshow', arrive);
  }, []);
}
