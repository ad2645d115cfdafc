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
  const [arrival, setArrival] = useState<Arrival>();
  const [read, setRead] = useState('');
  if (search !== read) {
    setRead(search);
    // The cleared address says nothing, so what it said before stays.
    if (says(search)) setArrival(arrivalIn(search));
  }

  useEffect(() => {
    if (!says(search)) return;
    const params = new URLSearchParams(search);
    for (const name of names) params.delete(name);
    const rest = params.toString();
    navigate(path + (rest && `?${rest}`), { replace: true });
  }, [search, path, navigate]);

  return [arrival, () => setArrival(undefined)];
}

function says(search: string): boolean {
  const params = new URLSearchParams(search);
  return names.some((name) => params.has(name));
}

function arrivalIn(search: string): Arrival | undefined {
  const params = new URLSearchParams(search);
  const error = params.get('error');
  if (error === accountInUse) {
    const own = params.get('isCurrentUserWorkspace') === 'true';
    return { kind: 'inUse', workspaceName: (own && params.get('workspaceName')) || undefined };
  }
  if (error) return { kind: 'error', key: error };
  return params.get('success') === 'true' ? { kind: 'success' } : undefined;
}
