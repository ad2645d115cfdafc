import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Milliseconds of hovering before a tooltip opens. */
export const tooltipDelay = 700;
/** Milliseconds after a tooltip has closed in which the next one opens without a delay. */
export const tooltipSkipDelay = 300;
/** Milliseconds to move the pointer across the gap between element and tooltip. */
const leaveDelay = 120;
const gap = 8;

let lastClosed = -Infinity;

export function useTooltip(bubble: RefObject<HTMLElement | null>) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (action: () => void, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (anchor) lastClosed = Date.now();
    setAnchor(undefined);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  useLayoutEffect(() => {
    if (anchor && bubble.current) position(bubble.current, anchor);
  }, [anchor, bubble]);

  useEffect(() => {
    if (!anchor) return undefined;
    const dismiss = () => {
      lastClosed = Date.now();
      setAnchor(undefined);
    };
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && dismiss();
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', dismiss, true);
    window.addEventListener('resize', dismiss);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', dismiss, true);
      window.removeEventListener('resize', dismiss);
    };
  }, [anchor]);

  return {
    anchor,
    close,
    // Deferred, because a surrounding dialog takes the focus if an element is removed while the focus moves.
    blur: () => later(close, 0),
    stay: () => clearTimeout(timer.current),
    leave: () => (anchor ? later(close, leaveDelay) : clearTimeout(timer.current)),
    enter: (event: { pointerType: string; currentTarget: HTMLElement }) => {
      const element = event.currentTarget;
      if (event.pointerType === 'touch') return;
      if (element === anchor) return clearTimeout(timer.current);
      later(() => setAnchor(element), Date.now() - lastClosed < tooltipSkipDelay ? 0 : tooltipDelay);
    },
    focus: (event: { currentTarget: HTMLElement }) => {
      clearTimeout(timer.current);
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget);
    },
  };
}

/** Places the tooltip below the element, or above if there is not enough room, but never outside the window. */
function position(bubble: HTMLElement, anchor: HTMLElement): void {
  const target = anchor.getBoundingClientRect();
  const size = bubble.getBoundingClientRect();
  const left = Math.min(
    Math.max(target.left + (target.width - size.width) / 2, gap),
    window.innerWidth - size.width - gap,
  );
  const below = target.bottom + gap;
  const top = below + size.height > window.innerHeight ? target.top - gap - size.height : below;
  bubble.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}
