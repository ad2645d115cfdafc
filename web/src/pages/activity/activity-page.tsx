import { lazy, Suspense } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';

const Activity = lazy(async () => {
  const [{ Activity: Content }] = await Promise.all([
    import('./activity.tsx'),
    loadPageTexts(['receipts', 'run-history', 'skill', 'tiles', 'triggers']),
  ]);
  return { default: Content };
});

/** The runs of all triggers of the workspace. */
export function ActivityPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('activity.title')}>{t('activity.lead')}</PageHeader>
      <Suspense fallback={<ListSkeleton />}>
        <Activity />
      </Suspense>
    </>
  );
}
