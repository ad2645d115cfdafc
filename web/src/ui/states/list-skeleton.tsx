import { Card } from '../card.tsx';
import { Skeleton } from './skeleton.tsx';

export function ListSkeleton() {
  return (
    <Card flush>
      <div className="px-4 pb-4 sm:px-6">
        <Skeleton className="h-10 w-full sm:max-w-xs" />
      </div>
      <div className="divide-y divide-border border-t border-border">
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <div className="flex items-center justify-between gap-4 px-4 py-4 sm:px-6" key={row}>
            <Skeleton className="h-4 w-40" />
            <Skeleton className="hidden h-4 w-56 sm:block" />
          </div>
        ))}
      </div>
    </Card>
  );
}
