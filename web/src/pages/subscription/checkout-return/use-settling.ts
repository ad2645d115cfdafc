import { useEffect, useRef } from 'react';

/** Milliseconds after returning from the billing portal. */
export const settlingAt = [2_000, 6_000] as const;

/** A change in the billing portal may arrive late. Refetches twice, and once when the Back button restores the page. */
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
