import { useRef } from 'react';

/**
 * Remembers what had the focus when an overlay opened and gives it back when it closes. An overlay opened from state has
 * no trigger to return to, and would drop the focus on the body. Where the element is gone (its row was deleted), the
 * nearest heading takes it: `[data-focus-home]`, else the page's `h1`.
 */
export function useFocusReturn() {
  const origin = useRef<HTMLElement>(undefined);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      origin.current = active instanceof HTMLElement && active !== document.body ? active : undefined;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      giveFocusBack(origin.current);
    },
  };
}

function giveFocusBack(origin: HTMLElement | undefined): void {
  if (origin?.isConnected && !origin.matches(':disabled')) return origin.focus();
  const home = document.querySelector<HTMLElement>('main [data-focus-home], h1');
  if (!home) return;
  if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
  home.focus();
}
