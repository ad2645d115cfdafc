import type { Instance } from '#shared/contracts/whatsapp.ts';

export type NumberOverlay =
  | { kind: 'existing' }
  | { kind: 'end'; instance: Instance }
  | { kind: 'giveUp'; instance: Instance; next: 'connect' | 'existing' };
