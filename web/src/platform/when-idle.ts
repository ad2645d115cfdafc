/** In milliseconds. */
const maxWait = 3_000;

/** Runs the action when the browser is idle. Returns a function that cancels it. */
export function whenIdle(action: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(action, maxWait);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: maxWait });
  return () => cancelIdleCallback(handle);
}
