import { useRef } from 'react';

type FocusReturn = {
  start?: 'field' | 'top';
  /** Where it goes at the end instead, as for one of several overlays that follow each other. */
  returnTo?: HTMLElement | undefined;
};

type Origin = { element?: HTMLElement };

/** Of the overlays that are open, the newest last. */
const origins = new Set<Origin>();

/**
 * An overlay opened from state has no trigger to return to. When the element is gone, the overlay below takes the
 * focus, or the nearest heading: `[data-focus-home]`, else the `h1`. `start`: the first field, or the top.
 */
export function useFocusReturn({ start = 'field', returnTo }: FocusReturn = {}) {
  const origin = useRef<Origin>({});
  return {
    onOpenAutoFocus: (event?: Event) => {
      const active = document.activeElement;
      const { current } = origin;
      // On the body it is still returning from the last opening, or from an overlay that this one follows.
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

/** Whether the focus has moved on already, such as to the heading of a linked page. */
function isElsewhere(overlay: EventTarget | null): boolean {
  const active = document.activeElement;
  if (!active || active === document.body) return false;
  return !(overlay instanceof Node && overlay.contains(active));
}

/** Anything but a form starts at the top, so that screen readers begin with its title. */
function focusIn(event: Event, start: 'field' | 'top'): void {
  const overlay = event.currentTarget;
  if (!(overlay instanceof HTMLElement)) return;
  event.preventDefault();
  const fields = 'input:enabled, textarea:enabled, select:enabled';
  const field = start === 'field' ? overlay.querySelector<HTMLElement>(fields) : undefined;
  if (field) return field.focus();
  // An overlay taller than the window starts at its top.
  overlay.focus({ preventScroll: true });
}

export function giveFocusBack(origin: HTMLElement | undefined): void {
  if (!origin?.isConnected || origin.matches(':disabled')) return focusNearestHeading();
  origin.focus();
  followFocus(origin);
}

/** A row or a list may outlive the overlay that deletes it by a moment, and would take the focus with it. */
function followFocus(held: HTMLElement): void {
  const changes = new MutationObserver(() => {
    if (held.isConnected) return;
    changes.disconnect();
    if (document.activeElement === document.body) focusNearestHeading();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  // Some browsers report the lost focus before they have removed the element.
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
