/**
 * Ends by themselves. `removed`: on the phone or by WhatsApp. `phoneTaken`: another person has connected the number.
 * `notScanned`: the time was over.
 */
export const lineEnds = ['removed', 'lostTooLong', 'phoneTaken', 'notScanned', 'failed'] as const;
export type LineEnd = (typeof lineEnds)[number];
