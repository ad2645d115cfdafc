import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** What Amazon's way back to us said. */
export type Arrival =
  | { kind: 'success' }
  /** The account belongs to a workspace already; its name is known only when it is the person's own. */
  | { kind: 'inUse'; workspaceName: string | undefined }
  | { kind: 'error'; key: string };

const accountInUse = 'amazonAuth.accountInUseModal.title';
const names = ['error', 'success', 'isCurrentUserWorkspace', 'workspaceName'] as const;

/**
 * Reads the query that a visit came with, keeps it as state and clears it from the address, so that a reload does not
 * say it again. Running the effect twice changes nothing.
 */
export function useArrival(): [arrival: Arrival | undefined, dismiss: () => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [arrival, setArrival] = useState(() => arrivalIn(search));

  useEffect(() => {
    const params = new URLSearchParams(search);
    if (!names.some((name) => params.has(name))) return;
    setArrival(arrivalIn(search));
    for (const name of names) params.delete(name);
    const rest = params.toString();
    navigate(path + (rest && `?${rest}`), { replace: true });
  }, [search, path, navigate]);

  return [arrival, () => setArrival(undefined)];
}

export function arrivalIn(search: string): Arrival | undefined {
  const params = new URLSearchParams(search);
  const error = params.get('error');
  if (error === accountInUse) {
    const own = params.get('isCurrentUserWorkspace') === 'true';
    return { kind: 'inUse', workspaceName: (own && params.get('workspaceName')) || undefined };
  }
  if (error) return { kind: 'error', key: error };
  return params.get('success') === 'true' ? { kind: 'success' } : undefined;
}
