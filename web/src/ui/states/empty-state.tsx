import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <div
        aria-hidden
        className="mb-4 grid size-12 place-items-center rounded-lg border border-border bg-canvas text-subtle"
      >
        {icon}
      </div>
      <p className="font-medium">{title}</p>
      {children && <p className="mt-1 max-w-sm text-muted text-pretty">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
