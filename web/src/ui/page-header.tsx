import type { ReactNode } from 'react';

/** The heading of a page, with its main action. The `h1` takes the focus when the route changes. */
export function PageHeader({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold tracking-tight text-balance" tabIndex={-1}>
          {title}
        </h1>
        {children && <p className="mt-1 max-w-prose text-muted text-pretty">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
