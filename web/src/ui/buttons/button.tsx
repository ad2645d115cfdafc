import { clsx } from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';

import { Spinner } from '../spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-lift hover:bg-accent-hover',
  secondary: 'bg-surface text-text shadow-lift ring-1 ring-inset ring-border hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text',
  danger: 'bg-danger-solid text-on-danger shadow-lift hover:brightness-110',
};

/** Returns the classes of a button, also for links that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'primary',
  size: 'normal' | 'small' = 'normal',
  wide = false,
): string =>
  clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-sm font-medium whitespace-nowrap select-none',
    'transition-[background-color,color,transform,filter] duration-120 ease-product active:scale-[0.98]',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:active:scale-100',
    size === 'normal' ? 'control-height px-4' : 'action-size px-3',
    wide && 'w-full',
    variants[variant],
  );

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className'> & {
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  wide?: boolean;
  busy?: boolean;
  icon?: ReactNode;
  /** Called on a click while `aria-disabled`, to show the reason: touch screens do not show tooltips. */
  onRefused?: () => void;
};

/** A button that is busy or `aria-disabled` ignores clicks but keeps the focus. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  icon,
  children,
  onClick,
  onRefused,
  ...rest
}: ButtonProps) {
  const refused = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  const ignoresClicks = busy || refused;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={ignoresClicks || undefined}
      className={buttonClass(variant, size, wide)}
      onClick={(event) => {
        if (!ignoresClicks) return onClick?.(event);
        event.preventDefault();
        if (refused) onRefused?.();
      }}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
