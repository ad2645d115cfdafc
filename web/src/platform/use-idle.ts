import { useEffect, useState } from 'react';

import { whenIdle } from './when-idle.ts';

/** True from the first quiet moment after the first paint: what is not needed at once loads then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
