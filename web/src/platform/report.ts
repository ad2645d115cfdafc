/** Tells developers of something that people need not see. Never pass bodies, tokens or phone numbers. */
export function report(what: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes to the console
  console.error(`[recado] ${what}`, ...(cause === undefined ? [] : [cause]));
}

/** The same for what is no fault of ours and is dealt with. */
export function warn(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- see above
  console.warn(`[recado] ${what}`, cause);
}
