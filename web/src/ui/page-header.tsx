import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: string;
  children?: ReactNode;
  note?: string;
  actions?: ReactNode;
};

/**
 * The static shells in `web/shells` show the same text in the same place. The `h1` receives the focus when the route
 * changes.
 */
export function PageHeader({ title, children, note, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold tracking-tight text-balance" tabIndex={-1}>
          {title}
        </h1>
        {children && <p className="mt-1 max-w-prose text-lg text-muted text-pretty sm:text-base">{children}</p>}
        {note && <p className="mt-1 text-muted">{note}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
