/** Longest wait for a quiet moment (milliseconds). */
const longest = 3_000;

/** Does something in the browser's next quiet moment; returns how to take it back. */
export function whenIdle(action: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(action, longest);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: longest });
  return () => cancelIdleCallback(handle);
}
