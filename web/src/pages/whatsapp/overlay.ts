import type { Instance } from '#shared/contracts/whatsapp.ts';

/** What lies over the page beside the pairing: at most one thing. */
export type Overlay =
  | { kind: 'existing' }
  /** Disconnect a number, or stop sharing one. */
  | { kind: 'end'; instance: Instance }
  /** A lost number is given up for another one. */
  | { kind: 'giveUp'; instance: Instance; next: 'connect' | 'existing' };
