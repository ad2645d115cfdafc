/**
 * Ends by themselves. `removed`: on the phone or by WhatsApp, as the gateway says. `phoneTaken`: another person has
 * connected the number. `notScanned`: the time was over. `failed`: no cause is known.
 */
export const lineEnds = ['removed', 'lostTooLong', 'phoneTaken', 'notScanned', 'failed'] as const;
export type LineEnd = (typeof lineEnds)[number];
