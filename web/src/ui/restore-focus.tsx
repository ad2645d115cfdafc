import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** When focused content goes away, the focus moves to its overlay, else to the heading of the page. */
export function RestoreFocus({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const held = box.current;
    return () => {
      if (!held?.contains(document.activeElement)) return;
      const home = held.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('h1');
      home?.focus({ preventScroll: true });
    };
  }, []);
  return <div ref={box}>{children}</div>;
}
