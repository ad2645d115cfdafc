import type { Trigger } from '#shared/contracts/triggers.ts';

/** What lies over the list: at most one thing. The run history is not here, its place is the address. */
export type Overlay =
  | { kind: 'create' }
  | { kind: 'rename'; trigger: Trigger }
  | { kind: 'delete'; trigger: Trigger }
  | { kind: 'copyRefused'; address: string };
