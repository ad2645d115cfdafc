import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';

const page = '/whatsapp';

/** The group whose card was requested and has not been shown yet. */
let requested: number | undefined;
const listeners = new Set<() => void>();

/** Opens the page if the user has left it, and lets the card scroll into view as soon as it is there. */
export function showHowTo(groupId: number): void {
  set(groupId);
  if (window.location.pathname !== page) navigate(page);
}

export const useRequestedGroup = (): number | undefined => useSyncExternalStore(listen, () => requested);

export const endHowToRequest = (): void => set(undefined);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: number | undefined): void {
  requested = next;
  for (const listener of listeners) listener();
}
