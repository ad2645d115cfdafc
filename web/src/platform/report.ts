/** For developers only. Never pass bodies, tokens or phone numbers. */
export function report(what: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes to the console
  console.error(`[recado] ${what}`, ...(cause === undefined ? [] : [cause]));
}

/** For what is no fault of ours and is handled. */
export function warn(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- see above
  console.warn(`[recado] ${what}`, cause);
}
