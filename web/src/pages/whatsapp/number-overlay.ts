import type { Instance } from '#shared/contracts/whatsapp.ts';

/** The dialog over the page, apart from the pairing. */
export type NumberOverlay =
  | { kind: 'existing' }
  /** Disconnect a number, or stop sharing one. */
  | { kind: 'end'; instance: Instance }
  /** A lost number is given up for another one. */
  | { kind: 'giveUp'; instance: Instance; next: 'connect' | 'existing' };
