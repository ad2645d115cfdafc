export const chipStatuses = [
  'DISCONNECTED',
  'CONNECTING',
  'WAITING_QR',
  'PASSKEY_REQUIRED',
  'PASSKEY_CONFIRMATION',
  'CONNECTED',
  'LOST',
] as const;
export type ChipStatus = (typeof chipStatuses)[number];

const pairing: ReadonlySet<ChipStatus> = new Set([
  'CONNECTING',
  'WAITING_QR',
  'PASSKEY_REQUIRED',
  'PASSKEY_CONFIRMATION',
]);

export const isPairing = (status: ChipStatus): boolean => pairing.has(status);

export const holdsGroups = (status: ChipStatus): boolean => status === 'CONNECTED' || status === 'LOST';
