const key = 'recado.returnTo';
/** Milliseconds that one sign-in may take. */
const life = 30 * 60 * 1000;

/** A path of our own with its query; the address where the browser is if absent. */
export function rememberAddress(address = window.location.pathname + window.location.search): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([address, Date.now() + life]));
  } catch {
    // Without storage people land on the dashboard.
  }
}

export function takeAddress(): string | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const [address, until]: unknown[] = stored ? JSON.parse(stored) : [];
    // Only a path of our own, or a stored value could lead to another site.
    const ours = typeof address === 'string' && /^\/(?!\/)/.test(address);
    return ours && typeof until === 'number' && Date.now() < until ? address : undefined;
  } catch {
    return undefined;
  }
}

/** The server sends people to the dashboard after sign-in. */
export function returnFromSignIn(): void {
  if (window.location.pathname !== '/dashboard') return;
  const address = takeAddress();
  if (address) window.history.replaceState(null, '', address);
}
