import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  info: ['bg-info-soft text-info', Info],
  success: ['bg-success-soft text-success', CircleCheck],
  warning: ['bg-warning-soft text-warning', TriangleAlert],
  danger: ['bg-danger-soft text-danger', CircleAlert],
} as const;

type NoticeProps = {
  tone: keyof typeof tones;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced to screen readers, as the result of a user action. */
  live?: boolean;
};

export function Notice({ tone, title, children, actions, live = false }: NoticeProps) {
  const [toneClass, Icon] = tones[tone];
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg px-4 py-3 forced-colors:border',
        toneClass,
      )}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <div className={clsx('flex min-w-0 grow gap-3 sm:basis-64', children ? 'basis-60' : 'basis-48')}>
        <Icon aria-hidden className="mt-px shrink-0" size={18} />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere text-balance">{title}</p>
          {children && <div className="mt-0.5 text-pretty text-text/80">{children}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
