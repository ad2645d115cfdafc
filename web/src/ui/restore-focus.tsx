import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** When focused content disappears, moves the focus to its dialog, else to the page heading. */
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
