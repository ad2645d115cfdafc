/** Milliseconds until a stored address expires: the time allowed for one sign-in or one checkout. */
const life = 30 * 60 * 1000;

/** When the app returns to the address: after signing in, or after a checkout. */
type Occasion = 'signIn' | 'checkout';

export type RememberedAddress = { path: string; workspaceId: unknown };

const keyOf = (occasion: Occasion): string => `recado.returnAfter.${occasion}`;

/** Stores a path of our origin with its query, by default the current address, across a visit of another site. */
export function rememberAddress(
  occasion: Occasion,
  path = window.location.pathname + window.location.search,
  workspaceId?: number,
): void {
  try {
    sessionStorage.setItem(keyOf(occasion), JSON.stringify([path, workspaceId, Date.now() + life]));
  } catch {
    // Without storage, the user stays where the other site redirects to.
  }
}

/** Returns the stored address once. */
export function takeAddress(occasion: Occasion): RememberedAddress | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(occasion));
    sessionStorage.removeItem(keyOf(occasion));
    const [path, workspaceId, until]: unknown[] = stored ? JSON.parse(stored) : [];
    // Accept only paths of our origin, because a stored value could redirect to another site.
    const ours = typeof path === 'string' && /^\/(?!\/)/.test(path);
    return ours && typeof until === 'number' && Date.now() < until ? { path, workspaceId } : undefined;
  } catch {
    return undefined;
  }
}
