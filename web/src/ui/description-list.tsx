import type { ReactNode } from 'react';

export function DescriptionList({ items }: { items: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-border">
      {items.map(({ term, value }) => (
        <div
          className="grid gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,12rem)_minmax(55%,1fr)]"
          key={term}
        >
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
