import { History, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

export function NoRuns({ action, children }: { action?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <EmptyState action={action} icon={<History size={20} />} title={t('runHistory.empty')}>
      {children ?? t('runHistory.emptyText')}
    </EmptyState>
  );
}

type NoMatchingRunsProps = {
  /** Only the newest runs were searched. */
  mayBeFurtherBack: boolean;
  text: string;
  onClear: () => void;
};

export function NoMatchingRuns({ mayBeFurtherBack, text, onClear }: NoMatchingRunsProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      action={
        <Button variant="secondary" onClick={onClear} size="small">
          {t('runHistory.clearFilter')}
        </Button>
      }
      icon={<SearchX size={20} />}
      title={t('runHistory.noMatch')}
    >
      {mayBeFurtherBack ? t('runHistory.noMatchYet') : text}
    </EmptyState>
  );
}

export function RunsSkeleton() {
  return (
    <div className="grid gap-6">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div className="grid gap-2" key={row}>
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-64" />
        </div>
      ))}
    </div>
  );
}
