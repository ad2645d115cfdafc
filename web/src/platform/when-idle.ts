/** Milliseconds. */
const maxWait = 3_000;

/** Returns how to cancel it. */
export function whenIdle(action: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(action, maxWait);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: maxWait });
  return () => cancelIdleCallback(handle);
}
