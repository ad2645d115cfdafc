import type { ReactNode } from 'react';

export type Figure = { name: string; value: ReactNode };

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
      {figures.map(({ name, value }) => (
        <div className="flex items-baseline justify-between gap-4 sm:block" key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold whitespace-nowrap tabular-nums sm:mt-0.5 sm:text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
