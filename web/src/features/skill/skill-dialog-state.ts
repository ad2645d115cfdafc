import { useSyncExternalStore } from 'react';

let open = false;
/** Keeps its value while the dialog closes. */
let forRun = false;
const listeners = new Set<() => void>();

export const openSkillDialog = (): void => set(true, false);

/** After a run that Alexa rejected: shows how to disable and enable the skill, even if it shows as active here. */
export const openSkillSteps = (): void => set(true, true);

export const closeSkillDialog = (): void => set(false, forRun);

export const useSkillDialogOpen = (): boolean => useSyncExternalStore(listen, () => open);

export const useSkillDialogForRun = (): boolean => useSyncExternalStore(listen, () => forRun);

function set(nextOpen: boolean, nextForRun: boolean): void {
  open = nextOpen;
  forRun = nextForRun;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
