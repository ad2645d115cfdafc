import { useSyncExternalStore } from 'react';

/** Milliseconds until a toast closes. */
export const toastDuration = 5_000;
/** Milliseconds until a success with a next step closes. */
export const offerDuration = 15_000;
/** Milliseconds until a closed toast is removed. */
export const toastRemovalDelay = 10_000;
/** Pixels of a swipe that closes a toast. */
export const toastSwipeThreshold = 50;

export type ToastAction = { label: string; onPress: () => void };

export type Toast = {
  id: number;
  title: string;
  description?: string;
  actions?: readonly ToastAction[];
  variant: 'default' | 'destructive';
  open: boolean;
};

type State = readonly Toast[];

let toasts: State = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/** Replaces the current toast, because at most one is shown. Returns its id. */
export function showToast(toast: Omit<Toast, 'id' | 'variant' | 'open'> & { variant?: Toast['variant'] }): number {
  const id = nextId++;
  for (const removal of removals.values()) clearTimeout(removal);
  removals.clear();
  set([{ variant: 'default', ...toast, id, open: true }]);
  return id;
}

export function dismissToast(id: number): void {
  if (!toasts.some((toast) => toast.id === id && toast.open)) return;
  set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id);
      set(toasts.filter((toast) => toast.id !== id));
    }, toastRemovalDelay),
  );
}

export const toastsNow = (): State => toasts;

export const useToasts = (): State => useSyncExternalStore(listen, toastsNow);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: State): void {
  toasts = next;
  for (const listener of listeners) listener();
}
