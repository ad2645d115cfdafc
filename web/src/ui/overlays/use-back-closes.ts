import { useEffect, useEffectEvent } from 'react';

type Overlay = { close: () => void; isLocked: () => boolean; hasEscape: () => boolean; inAddress: boolean };

/** Open overlays, the topmost last. */
const open: Overlay[] = [];
/**
 * Set while the browser goes back over the `count` entries of closed overlays. `ahead` counts entries that a navigation
 * added before the browser got there.
 */
let leaving: { count: number; ahead: number | undefined } | undefined;

/** Undefined in browsers older than 2026, where Forward cannot pass the entry of a closed overlay. */
const navigation = 'navigation' in window ? window.navigation : undefined;
let isForward = false;
navigation?.addEventListener('currententrychange', ({ from }) => {
  isForward = (navigation.currentEntry?.index ?? 0) > from.index;
});

/** The number of overlays that the current history entry represents. */
function depth(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'overlays' in state && typeof state.overlays === 'number'
    ? state.overlays
    : 0;
}

/** The number of open overlays that need their own history entry. */
const entriesNeeded = (): number => open.filter(({ inAddress }) => !inAddress).length;

/** Calls the native method, because the router reacts to its patched `pushState` and the page stays the same. */
function addEntry(overlays: number): void {
  History.prototype.pushState.call(window.history, { overlays }, '');
}

/** Keeps one history entry per open overlay that is not in the address. */
function settle(): void {
  if (leaving) return;
  while (depth() < entriesNeeded()) addEntry(depth() + 1);
  const count = depth() - entriesNeeded();
  if (count === 0) return;
  leaving = { count, ahead: undefined };
  window.history.go(-count);
}

function onMove(): void {
  const left = leaving;
  leaving = undefined;
  if (left?.ahead !== undefined) return window.history.go(left.count + left.ahead);
  if (!left) closeDownTo(depth());
  // A link inside an overlay leaves the overlay's entry behind; Back and Forward skip it.
  if (depth() > entriesNeeded() && isForward && navigation?.canGoForward) return window.history.forward();
  settle();
}

/** A locked overlay cannot be closed, so `settle` adds its entry again. */
function closeDownTo(depthNow: number): void {
  while (entriesNeeded() > depthNow) {
    const top = open.at(-1);
    if (!top || top.isLocked()) return;
    open.pop();
    top.close();
  }
}

window.addEventListener('popstate', onMove);
for (const [step, entries] of [
  ['pushState', 1],
  ['replaceState', 0],
] as const) {
  window.addEventListener(step, () => {
    if (leaving) leaving.ahead = (leaving.ahead ?? 0) + entries;
  });
}
// Leaving the page cancels the way back. A page that the browser kept and restores must not wait for its end.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  leaving = undefined;
  settle();
});
// A reload closes the overlays but keeps their entries.
settle();

type BackCloses = {
  close: () => void;
  /** Cannot be closed. */
  locked?: boolean | undefined;
  /** Escape does not close it. */
  held?: boolean | undefined;
  /** The address decides whether it is open, so it already has a history entry. */
  inAddress?: boolean | undefined;
};

/** Makes Back close the overlay instead of leaving the page. */
export function useBackCloses(
  isOpen: boolean,
  { close, locked = false, held = false, inAddress = false }: BackCloses,
): void {
  const onClose = useEffectEvent(close);
  const isLocked = useEffectEvent(() => locked);
  const hasEscape = useEffectEvent(() => !held && !locked);
  useEffect(() => {
    if (!isOpen) return undefined;
    const overlay: Overlay = {
      close: () => onClose(),
      isLocked: () => isLocked(),
      hasEscape: () => hasEscape(),
      inAddress,
    };
    open.push(overlay);
    // Deferred, so that an overlay that follows another in the same step takes over its entry.
    queueMicrotask(settle);
    return () => {
      const at = open.indexOf(overlay);
      if (at !== -1) open.splice(at, 1);
      queueMicrotask(settle);
    };
  }, [inAddress, isOpen]);
}

/** Closes the topmost overlay as Escape does. Returns whether one was open. */
export function closeTopOverlay(): boolean {
  const top = open.at(-1);
  if (top?.hasEscape()) top.close();
  return top !== undefined;
}
