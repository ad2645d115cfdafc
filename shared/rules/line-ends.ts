/** Reasons why a line ended without a request by its owner. */
export const lineEnds = [
  // Unlinked on the phone or by WhatsApp, according to the gateway.
  'removed',
  'lostTooLong',
  // Another user connected the number.
  'phoneTaken',
  // The code was not scanned in time.
  'notScanned',
  // The cause is unknown.
  'failed',
] as const;
export type LineEnd = (typeof lineEnds)[number];
