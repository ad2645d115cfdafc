import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Also for links and articles that look like a card. */
export const cardClass = (interactive = false): string =>
  clsx(
    'rounded-lg border border-border bg-surface shadow-lift',
    interactive &&
      'transition-[border-color,background-color] duration-120 hover:border-control hover:bg-[color-mix(in_srgb,var(--surface),var(--text)_2%)]',
  );

type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  /** Set to `h3` below a section with its own heading. */
  heading?: 'h2' | 'h3';
  children?: ReactNode;
};

export function Card({ title, description, actions, flush = false, heading: Heading = 'h2', children }: CardProps) {
  return (
    <section className={clsx(cardClass(), 'min-w-0')}>
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 pt-4 sm:px-6 sm:pt-5">
          <div className={clsx('min-w-0', description && 'sm:grow sm:basis-52')}>
            {/* The heading receives the focus when the focused row of a table disappears. */}
            <Heading className="text-base font-semibold wrap-anywhere" data-focus-home={flush || undefined}>
              {title}
            </Heading>
            {description && <p className="mt-0.5 text-muted wrap-anywhere">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? 'mt-4' : 'p-4 sm:px-6 sm:py-5'}>{children}</div>
    </section>
  );
}
