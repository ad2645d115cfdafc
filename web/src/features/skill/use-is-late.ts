import { useEffect, useState } from 'react';

/** Milliseconds without Alexa's confirmation. */
const lateAfter = 60_000;

/** Whether `lateAfter` has gone by since that moment. */
export function useIsLate(since: number | undefined): boolean {
  const [lateSince, setLateSince] = useState<number>();
  useEffect(() => {
    if (since === undefined) return undefined;
    const timer = setTimeout(() => setLateSince(since), Math.max(0, since + lateAfter - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && lateSince === since;
}
