/** What is left of a time that one method may take, all of its calls together. */
export type Deadline = { leftMs(): number };

export function deadlineIn(now: () => Date, ms: number): Deadline {
  const at = now().getTime() + ms;
  return { leftMs: () => Math.max(0, at - now().getTime()) };
}

/** An ordinary call. */
export const usualMs = 15_000;
/** Creating, logging out and deleting, which gateways take seconds for; below the 30 s that API Gateway waits. */
export const slowMs = 25_000;
