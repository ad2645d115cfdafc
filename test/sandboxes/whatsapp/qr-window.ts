/** The first code shows for a minute, the others for 20 s; after the sixth the session has failed. */
export const QR_CODES = 6;
export const qrLifeMs = (number: number): number => (number === 1 ? 60_000 : 20_000);
/** How long WhatsApp waits for a passkey's answer. */
export const PASSKEY_MS = 60_000;
