import { useEffect, useEffectEvent } from 'react';

type Overlay = { close: () => void; isLocked: () => boolean; hasEscape: () => boolean; inAddress: boolean };

/** Those that are open, the topmost last. */
const open: Overlay[] = [];
/** Entries of closed overlays that the browser is leaving; how far `ahead` a navigation that was faster has gone. */
let leaving: { count: number; ahead: number | undefined } | undefined;

/** How many overlays the current history entry stands for. */
function depth(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'overlays' in state && typeof state.overlays === 'number'
    ? state.overlays
    : 0;
}

/** Of those open, how many have an entry from here. */
const counted = (): number => open.filter(({ inAddress }) => !inAddress).length;

/** The router hears of its own method only, and the page stays the same. */
function addEntry(overlays: number): void {
  History.prototype.pushState.call(window.history, { overlays }, '');
}

/** One history entry for each overlay that is open and not in the address. */
function settle(): void {
  if (leaving) return;
  while (depth() < counted()) addEntry(depth() + 1);
  const count = depth() - counted();
  if (count === 0) return;
  leaving = { count, ahead: undefined };
  window.history.go(-count);
}

function onMove(): void {
  const left = leaving;
  leaving = undefined;
  if (left?.ahead !== undefined) return window.history.go(left.count + left.ahead);
  if (!left) closeDownTo(depth());
  // A link in an overlay leaves its entry behind, which Back and Forward pass.
  settle();
}

/** Nothing closes one that is locked, so that it gets its entry again. */
function closeDownTo(depthNow: number): void {
  while (counted() > depthNow) {
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

type BackCloses = {
  close: () => void;
  /** Nothing closes it. */
  locked?: boolean | undefined;
  /** Escape does not close it. */
  held?: boolean | undefined;
  /** It is open for as long as the address says so, and has an entry for that. */
  inAddress?: boolean | undefined;
};

/** Back closes the overlay instead of leaving the page. */
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
    // One that follows another in the same step takes over its entry.
    queueMicrotask(settle);
    return () => {
      const at = open.indexOf(overlay);
      if (at !== -1) open.splice(at, 1);
      queueMicrotask(settle);
    };
  }, [inAddress, isOpen]);
}

/** Closes the topmost overlay, as Escape does; false where none is open. */
export function closeTopOverlay(): boolean {
  const top = open.at(-1);
  if (top?.hasEscape()) top.close();
  return top !== undefined;
}
