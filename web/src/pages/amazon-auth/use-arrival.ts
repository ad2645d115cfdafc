import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

import type { RefusalCode } from '#shared/refusals.ts';

export type Arrival =
  | { kind: 'success' }
  /** Has a name only if the workspace belongs to the user. */
  | { kind: 'inUse'; workspaceName: string | undefined }
  /** Linking again did not help; the user has to use the Alexa app. */
  | { kind: 'reinstall' }
  /** The workspace keeps its account. */
  | { kind: 'otherAccount' }
  | { kind: 'error'; key: string };

const accountInUse = 'amazonAuth.accountInUseModal.title';
const reinstallSkill = 'amazon.reinstallSkill' satisfies RefusalCode;
export const otherAccountLinked = 'amazon.otherAccountLinked' satisfies RefusalCode;
const names = ['error', 'success', 'isCurrentUserWorkspace', 'workspaceName'] as const;

/** Moves the result from the address into state, so that a reload does not show it again. Safe to run twice. */
export function useArrival(): [arrival: Arrival | undefined, dismiss: () => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [arrival, setArrival] = useState<Arrival>();
  const [read, setRead] = useState('');
  if (search !== read) {
    setRead(search);
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
  if (error === reinstallSkill) return { kind: 'reinstall' };
  if (error === otherAccountLinked) return { kind: 'otherAccount' };
  if (error) return { kind: 'error', key: error };
  return params.get('success') === 'true' ? { kind: 'success' } : undefined;
}
