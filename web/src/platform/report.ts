/** For developers only. Never pass bodies, tokens or phone numbers. */
export function report(what: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the only place that writes to the console
  console.error(`[recado] ${what}`, ...(cause === undefined ? [] : [cause]));
}

/** For handled failures that are not our fault. */
export function warn(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- see above
  console.warn(`[recado] ${what}`, cause);
}
