import { useTranslation } from 'react-i18next';

import { Skeleton } from '../../ui/skeleton.tsx';
import { Brand } from './brand.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** The frame while the user is checked; `index.html` carries the same picture for the time before any script ran. */
export function LoadingShell({ bare }: { bare: boolean }) {
  const { t } = useTranslation();
  const status = (
    <p className="text-muted" role="status">
      {t('common.loading')}
    </p>
  );
  if (bare) return <main className="grid min-h-dvh place-items-center">{status}</main>;
  return (
    <div className="lg:pl-64">
      <div className="fixed inset-y-0 left-0 hidden w-64 border-r border-border bg-surface lg:block">
        <div className="flex h-16 items-center px-5">
          <Brand />
        </div>
        <div className="grid gap-2 px-3 pt-2">
          <Skeleton className="h-14 rounded-md" />
          <Skeleton className="mt-4 h-9 rounded-md" />
          <Skeleton className="h-9 rounded-md" />
          <Skeleton className="h-9 rounded-md" />
        </div>
      </div>
      <div className="flex h-16 items-center justify-between border-b border-border bg-surface px-4 sm:px-6">
        <span className="lg:invisible">
          <Brand />
        </span>
        {status}
      </div>
      <main className="mx-auto max-w-280 px-4 py-6 sm:px-6 sm:py-8">
        <PageSkeleton />
      </main>
    </div>
  );
}
