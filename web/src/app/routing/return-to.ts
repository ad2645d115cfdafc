const key = 'recado.returnTo';
/** A place is worth returning to for as long as one sign-in may take (milliseconds). */
const life = 30 * 60 * 1000;

/** Notes where the person is, before they are sent to sign in. */
export function rememberPlace(): void {
  const { pathname, search } = window.location;
  try {
    sessionStorage.setItem(key, JSON.stringify([pathname + search, Date.now() + life]));
  } catch {
    // Without storage people simply land on the dashboard.
  }
}

/** Where the person wanted to be before signing in, once; undefined when there is no such place. */
export function takePlace(): string | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const [place, until]: unknown[] = stored ? JSON.parse(stored) : [];
    // Only a path of our own: what is stored must never lead elsewhere.
    const ours = typeof place === 'string' && /^\/(?!\/)/.test(place);
    return ours && typeof until === 'number' && Date.now() < until ? place : undefined;
  } catch {
    return undefined;
  }
}

/** The server lets people who just signed in land on the dashboard; from there they go on to the place they came for. */
export function returnFromSignIn(): void {
  if (window.location.pathname !== '/dashboard') return;
  const place = takePlace();
  if (place) window.history.replaceState(null, '', place);
}
