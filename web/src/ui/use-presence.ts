import { useState } from 'react';

/**
 * Keeps the content of an overlay while it animates out. `turn` changes with each opening, so that forms start empty.
 */
export function usePresence<T extends object | string>(value: T | undefined) {
  const [kept, keep] = useState<{ value: T; turn: number }>();
  if (value !== undefined && kept?.value !== value) keep({ value, turn: (kept?.turn ?? 0) + 1 });
  return kept && { ...kept, open: value !== undefined };
}
