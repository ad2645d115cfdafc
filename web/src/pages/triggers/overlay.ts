import { useRef } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';

/** What lies over the list: at most one thing. The run history is not here, its place is the address. */
export type Overlay =
  | { kind: 'create' }
  | { kind: 'rename'; trigger: Trigger }
  | { kind: 'delete'; trigger: Trigger }
  | { kind: 'copyRefused'; address: string };

/** Keeps what an overlay shows until it is out of sight; `turn` is new with each opening, so that forms start afresh. */
export function useLingering<T extends object | string>(value: T | undefined) {
  const kept = useRef<{ value: T; turn: number }>(undefined);
  if (value !== undefined && kept.current?.value !== value)
    kept.current = { value, turn: (kept.current?.turn ?? 0) + 1 };
  return kept.current && { ...kept.current, open: value !== undefined };
}
