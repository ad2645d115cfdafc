import { RotateCw } from 'lucide-react';

import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

type AgainProps = { onAgain: () => void; refreshing: boolean };

/** The number has no groups, WhatsApp has not listed them yet, or none matches. */
export function NoChoices({ search, onAgain, refreshing }: AgainProps & { search: string }) {
  const { t } = useTranslation();
  if (search.trim() !== '')
    return <p className="py-6 text-center text-muted wrap-anywhere">{t('selectGroup.noMatch', { query: search })}</p>;
  return (
    <div className="grid justify-items-center gap-4 py-4 text-center">
      <p className="text-pretty">
        {t('selectGroup.none')}
        <span className="mt-1 block text-muted">{t('selectGroup.noneHint')}</span>
      </p>
      <Button
        busy={refreshing}
        icon={<RotateCw aria-hidden size={16} />}
        variant="secondary"
        onClick={onAgain}
        size="small"
      >
        {t('selectGroup.reload')}
      </Button>
    </div>
  );
}

export function ChoicesFailed({ error, onAgain, refreshing }: AgainProps & { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Notice
      actions={
        <Button busy={refreshing} variant="secondary" onClick={onAgain} size="small">
          {t('common.retry')}
        </Button>
      }
      live
      title={t('selectGroup.loadError')}
      tone="danger"
    >
      {errorText(t, error)}
    </Notice>
  );
}

/** WhatsApp may take long to list many groups, so the wait is announced to screen readers. */
export function ChoicesSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="rounded-sm border border-border">
      <output className="sr-only">{t('selectGroup.loading')}</output>
      {['a', 'b', 'c', 'd'].map((row) => (
        <div className="flex min-h-11 items-center gap-3 px-3" key={row}>
          <Skeleton className="size-4 rounded-full" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </div>
  );
}
