import { clsx } from 'clsx';

/** A grey block in the place of something that is loading; `className` gives it the size of the real thing. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('animate-shimmer rounded-sm bg-border/60', className)} />;
}
