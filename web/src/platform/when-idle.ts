/** Milliseconds. */
const longest = 3_000;

/** Returns how to cancel it. */
export function whenIdle(action: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(action, longest);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: longest });
  return () => cancelIdleCallback(handle);
}
