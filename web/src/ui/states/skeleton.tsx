import { clsx } from 'clsx';

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('animate-shimmer rounded-sm bg-border/60', className)} />;
}
