import { clsx } from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';

import { Spinner } from '../spinner.tsx';
import { Tooltip } from './tooltip.tsx';

const tones = {
  plain: 'text-muted hover:bg-hover hover:text-text',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger',
  warning: 'bg-warning-soft text-warning hover:brightness-110',
} as const;

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'children' | 'aria-label'> & {
  /** Read by screen readers: "Run Kitchen lights". */
  name: string;
  /** The tooltip; defaults to `name`. */
  hint?: string;
  /** Follows the name in the tooltip. */
  description?: string | undefined;
  icon: ReactNode;
  tone?: keyof typeof tones;
  busy?: boolean;
  /** Called on a click while `aria-disabled`, to show the reason: touch screens do not show tooltips. */
  onRefused?: () => void;
};

export function IconButton({ name, hint, description, icon, tone = 'plain', busy = false, ...more }: IconButtonProps) {
  const { onClick, onRefused, ...rest } = more;
  const refused = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  const off = busy || refused;
  return (
    <Tooltip describes={description !== undefined} text={description ? `${name}. ${description}` : (hint ?? name)}>
      <button
        type="button"
        {...rest}
        aria-busy={busy || undefined}
        aria-disabled={off || undefined}
        aria-label={name}
        className={clsx(
          'action-size relative inline-flex shrink-0 items-center justify-center rounded-md transition-colors duration-120',
          'disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
          tones[tone],
        )}
        onClick={(event) => {
          if (!off) return onClick?.(event);
          event.preventDefault();
          if (refused) onRefused?.();
        }}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}
