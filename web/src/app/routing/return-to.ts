const key = 'recado.returnTo';
/** Milliseconds until a stored address expires: the time allowed for one sign-in. */
const life = 30 * 60 * 1000;

/** Stores a path of our origin with its query, by default the current address. */
export function rememberAddress(address = window.location.pathname + window.location.search): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([address, Date.now() + life]));
  } catch {
    // Without storage, the user lands on the dashboard.
  }
}

export function takeAddress(): string | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const [address, until]: unknown[] = stored ? JSON.parse(stored) : [];
    // Accept only paths of our origin, because a stored value could redirect to another site.
    const ours = typeof address === 'string' && /^\/(?!\/)/.test(address);
    return ours && typeof until === 'number' && Date.now() < until ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Restores the address that was open before sign-in, because the server redirects to the dashboard. */
export function returnFromSignIn(): void {
  if (window.location.pathname !== '/dashboard') return;
  const address = takeAddress();
  if (address) window.history.replaceState(null, '', address);
}
