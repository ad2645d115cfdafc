/** Tells developers of something that people need not see. Never pass bodies, tokens or phone numbers. */
export function report(what: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes to the console
  console.error(`[recado] ${what}`, ...(cause === undefined ? [] : [cause]));
}
