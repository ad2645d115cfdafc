import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';

const page = '/whatsapp';

type Request = { workspaceId: number; groupId: number };

/** The group whose card was requested and has not been shown yet. */
let requested: Request | undefined;
const listeners = new Set<() => void>();

/**
 * Opens the page of the group's workspace if the user has left it, and lets the card scroll into view as soon as it is
 * there.
 */
export function showHowTo(request: Request): void {
  set(request);
  navigate(`${page}?id=${request.workspaceId}`, { replace: window.location.pathname === page });
}

export function useRequestedGroup(workspaceId: number): number | undefined {
  const request = useSyncExternalStore(listen, () => requested);
  return request?.workspaceId === workspaceId ? request.groupId : undefined;
}

export const endHowToRequest = (): void => set(undefined);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: Request | undefined): void {
  requested = next;
  for (const listener of listeners) listener();
}
