import { useRef } from 'react';

type FocusReturn = {
  start?: 'field' | 'top';
  /** Receives the focus at the end instead, for one of several overlays in a sequence. */
  returnTo?: HTMLElement | undefined;
};

type Origin = { element?: HTMLElement };

/** The elements that had the focus before each open overlay; the newest overlay comes last. */
const origins = new Set<Origin>();

/**
 * An overlay that state opens has no trigger to return the focus to. If the previous element is gone, the focus goes to
 * the overlay below, else to `[data-focus-home]`, else to the `h1`. `start` selects what is focused first: the first
 * field or the top.
 */
export function useFocusReturn({ start = 'field', returnTo }: FocusReturn = {}) {
  const origin = useRef<Origin>({});
  return {
    onOpenAutoFocus: (event?: Event) => {
      const active = document.activeElement;
      const { current } = origin;
      // The body has the focus while it still returns from the last opening, or from the previous overlay of a
      // sequence.
      if (active instanceof HTMLElement && active !== document.body) current.element = active;
      else current.element ??= [...origins].at(-1)?.element;
      origins.add(current);
      if (event) focusIn(event, start);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      origins.delete(origin.current);
      if (!isElsewhere(event.currentTarget)) giveFocusBack(returnTo ?? origin.current.element);
    },
  };
}

/** Returns whether the focus has already moved on, e.g. to the heading of a linked page. */
function isElsewhere(overlay: EventTarget | null): boolean {
  const active = document.activeElement;
  if (!active || active === document.body) return false;
  return !(overlay instanceof Node && overlay.contains(active));
}

/** Starts at the top unless there is a field, so that screen readers begin with the title. */
function focusIn(event: Event, start: 'field' | 'top'): void {
  const overlay = event.currentTarget;
  if (!(overlay instanceof HTMLElement)) return;
  event.preventDefault();
  const fields = 'input:enabled, textarea:enabled, select:enabled';
  const field = start === 'field' ? overlay.querySelector<HTMLElement>(fields) : undefined;
  if (field) return field.focus();
  // Without scrolling, an overlay taller than the window starts at its top.
  overlay.focus({ preventScroll: true });
}

export function giveFocusBack(origin: HTMLElement | undefined): void {
  if (!origin?.isConnected || origin.matches(':disabled')) return focusNearestHeading();
  origin.focus();
  followFocus(origin);
}

/** A row or list may exist slightly longer than the overlay that deletes it, and would then take the focus with it. */
function followFocus(held: HTMLElement): void {
  const changes = new MutationObserver(() => {
    if (held.isConnected) return;
    changes.disconnect();
    if (document.activeElement === document.body) focusNearestHeading();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  // Some browsers report the lost focus before they remove the element.
  const leave = () => queueMicrotask(() => held.isConnected && changes.disconnect());
  held.addEventListener('blur', leave, { once: true });
}

function focusNearestHeading(): void {
  const overlay = document.querySelector<HTMLElement>('[role="dialog"][data-state="open"]');
  if (overlay) return overlay.focus({ preventScroll: true });
  const nearest = document.querySelector<HTMLElement>('main [data-focus-home]');
  const home = nearest ?? document.querySelector<HTMLElement>('h1');
  if (!home) return;
  if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
  home.focus();
  followFocus(home);
}
