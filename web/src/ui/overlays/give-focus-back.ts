import { useRef } from 'react';

/**
 * Where the focus goes with an overlay: to its first field or to itself when it opens, and back to what had it before
 * when it closes. An overlay opened from state has no trigger to return to, and would drop the focus on the body. Where
 * the element is gone (its row was deleted), the overlay below takes it, or the nearest heading: `[data-focus-home]`, else
 * the page's `h1`. `start` says where it goes in an overlay that has fields: to the first, or to the top.
 */
export function useFocusReturn({ start = 'field' }: { start?: 'field' | 'top' } = {}) {
  const origin = useRef<HTMLElement>(undefined);
  return {
    onOpenAutoFocus: (event?: Event) => {
      const active = document.activeElement;
      // On the body it is still on its way back from the last opening.
      if (active instanceof HTMLElement && active !== document.body) origin.current = active;
      if (event) focusIn(event, start);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (!isElsewhere(event.currentTarget)) giveFocusBack(origin.current);
    },
  };
}

/** Whether the focus has gone on already, as to the heading of the page that a link in the overlay led to. */
function isElsewhere(overlay: EventTarget | null): boolean {
  const active = document.activeElement;
  if (!active || active === document.body) return false;
  return !(overlay instanceof Node && overlay.contains(active));
}

/** A form starts at its first field; anything else at the top of the overlay, so that readers begin with its title. */
function focusIn(event: Event, start: 'field' | 'top'): void {
  const overlay = event.currentTarget;
  if (!(overlay instanceof HTMLElement)) return;
  event.preventDefault();
  const fields = 'input:enabled, textarea:enabled, select:enabled';
  const field = start === 'field' ? overlay.querySelector<HTMLElement>(fields) : undefined;
  if (field) return field.focus();
  // One that is taller than the window begins at its top.
  overlay.focus({ preventScroll: true });
}

/** Focuses what had the focus before, or the nearest heading when that is gone, now or a moment later. */
export function giveFocusBack(origin: HTMLElement | undefined): void {
  if (!origin?.isConnected || origin.matches(':disabled')) return focusNearestHeading();
  origin.focus();
  followFocus(origin);
}

/** The row of a change may outlive the overlay that made the change by a moment, and would take the focus with it. */
function followFocus(held: HTMLElement): void {
  const changes = new MutationObserver(() => {
    if (held.isConnected) return;
    changes.disconnect();
    if (document.activeElement === document.body) focusNearestHeading();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  // Some browsers say that it lost the focus while they remove it, before it is gone.
  const leave = () => queueMicrotask(() => held.isConnected && changes.disconnect());
  held.addEventListener('blur', leave, { once: true });
}

function focusNearestHeading(): void {
  // Below another overlay, that one is where one is.
  const overlay = document.querySelector<HTMLElement>('[role="dialog"][data-state="open"]');
  if (overlay) return overlay.focus({ preventScroll: true });
  const nearest = document.querySelector<HTMLElement>('main [data-focus-home]');
  const home = nearest ?? document.querySelector<HTMLElement>('h1');
  if (!home) return;
  if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
  home.focus();
}
