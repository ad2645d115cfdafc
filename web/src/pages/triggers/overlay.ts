import type { Trigger } from '#shared/contracts/triggers.ts';

/** What the browser did not let us copy. */
type Refused = { what: 'address' | 'snippet'; text: string };

export type OnCopyRefused = (refused: Refused) => void;

/** What lies over the list: at most one thing. The run history is not here, its place is the address. */
export type Overlay =
  | { kind: 'create' }
  | { kind: 'rename'; trigger: Trigger }
  | { kind: 'delete'; trigger: Trigger }
  | ({ kind: 'copyRefused' } & Refused);
