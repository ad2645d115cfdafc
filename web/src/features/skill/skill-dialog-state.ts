import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

export const openSkillDialog = (): void => set(true);

export const closeSkillDialog = (): void => set(false);

export const useSkillDialogOpen = (): boolean => useSyncExternalStore(listen, () => open);

function set(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
