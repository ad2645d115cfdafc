/** The first code is shown for a minute, the others for 20 s. After the sixth, the session fails. */
export const QR_CODES = 6;
export const qrLifeMs = (number: number): number => (number === 1 ? 60_000 : 20_000);
/** How long WhatsApp waits for the passkey response. */
export const PASSKEY_MS = 60_000;
