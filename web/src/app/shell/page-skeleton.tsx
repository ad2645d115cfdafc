import { Skeleton } from '#web/ui/states/skeleton.tsx';

export function PageSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-2 h-5 w-64 max-w-full" />
      <div className="mt-6 grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-28 rounded-lg" />
        <Skeleton className="h-28 rounded-lg" />
        <Skeleton className="h-28 rounded-lg" />
      </div>
    </div>
  );
}
