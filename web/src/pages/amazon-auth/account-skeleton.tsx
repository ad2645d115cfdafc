import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

export function AccountSkeleton() {
  return (
    <div aria-hidden className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
      <Card>
        <Skeleton className="h-5 w-36" />
        <div className="mt-6 grid gap-6">
          {['a', 'b', 'c', 'd', 'e'].map((row) => (
            <Skeleton className="h-5 w-3/4" key={row} />
          ))}
        </div>
      </Card>
      <Card>
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-6 h-16 w-full" />
      </Card>
    </div>
  );
}
