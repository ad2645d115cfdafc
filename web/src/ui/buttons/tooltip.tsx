import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useId, useRef } from 'react';

import { useTooltip } from './use-tooltip.ts';

type ChildProps = {
  'aria-describedby'?: string | undefined;
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
};

type TooltipProps = {
  text: string;
  /** Must be focusable, or keyboard users never see the text. */
  children: ReactElement<ChildProps>;
  /** Set if the text says more than the element's name. */
  describes?: boolean;
};

/** Opens on hover and keyboard focus; closes on Escape, click and blur. The tooltip itself can be hovered. */
export function Tooltip({ text, children, describes = false }: TooltipProps) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  const tip = useTooltip(bubble);
  const given = children.props;
  const described = [given['aria-describedby'], describes && id].filter(Boolean).join(' ') || undefined;
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': described,
        onPointerEnter: (event) => (given.onPointerEnter?.(event), tip.enter(event)),
        onPointerLeave: (event) => (given.onPointerLeave?.(event), tip.leave()),
        onPointerDown: (event) => (given.onPointerDown?.(event), tip.close()),
        onFocus: (event) => (given.onFocus?.(event), tip.focus(event)),
        onBlur: (event) => (given.onBlur?.(event), tip.blur()),
      })}
      {describes && (
        <span hidden id={id}>
          {text}
        </span>
      )}
      {tip.anchor && (
        <span
          className="animate-fade-in pointer-events-auto fixed top-0 left-0 z-70 w-max max-w-64 rounded-sm bg-text px-2 py-1 text-xs font-medium whitespace-normal text-canvas shadow-float"
          onPointerEnter={tip.stay}
          onPointerLeave={tip.leave}
          ref={bubble}
          role="tooltip"
        >
          {text}
        </span>
      )}
    </>
  );
}
