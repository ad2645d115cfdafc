import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

export function SubscriptionSkeleton() {
  return (
    <div aria-hidden className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
      <Card>
        <Skeleton className="h-5 w-28" />
        <div className="mt-6 grid gap-6">
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton className="h-5 w-3/4" key={row} />
          ))}
        </div>
        <Skeleton className="mt-6 h-9 w-40" />
      </Card>
      <Card>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-6 h-32 w-full" />
      </Card>
    </div>
  );
}
