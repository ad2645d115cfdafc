import { useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';

/** What lies over the list: at most one thing. The run history is not here, its place is the address. */
export type Overlay =
  | { kind: 'create' }
  | { kind: 'rename'; trigger: Trigger }
  | { kind: 'delete'; trigger: Trigger }
  | { kind: 'copyRefused'; address: string };

/** Keeps what an overlay shows until it is out of sight; `turn` is new with each opening, so that forms start afresh. */
export function useLingering<T extends object | string>(value: T | undefined) {
  const [kept, keep] = useState<{ value: T; turn: number }>();
  if (value !== undefined && kept?.value !== value) keep({ value, turn: (kept?.turn ?? 0) + 1 });
  return kept && { ...kept, open: value !== undefined };
}
