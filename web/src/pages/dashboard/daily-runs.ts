/** `ran`: those of `sent` that their routine confirmed. */
export type DailyRuns = { day: string; sent: number; failed: number; ran: number };
