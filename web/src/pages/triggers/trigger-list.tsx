import { RotateCw } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { useListView } from '#web/ui/lists/list-state.ts';
import { NoMatch } from '#web/ui/lists/no-match.tsx';
import { Pagination } from '#web/ui/lists/pagination.tsx';
import { SearchBox } from '#web/ui/lists/search-box.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';

import type { NextLine } from './schedule/with-plans.tsx';
import { TriggerTable } from './trigger-table.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

const NoTriggers = lazy(async () => ({ default: (await import('./no-triggers.tsx')).NoTriggers }));

type TriggerListProps = {
  page: TriggersPageState;
  triggers: readonly Trigger[];
  create: ReactNode;
  nextLine: NextLine;
};

export function TriggerList({ page, triggers, create, nextLine }: TriggerListProps) {
  const { t } = useTranslation();
  const view = useListView(triggers, (trigger) => trigger.name);
  if (triggers.length === 0)
    return (
      <Suspense fallback={<ListSkeleton />}>
        <NoTriggers create={create} linked={page.linked} />
      </Suspense>
    );
  return (
    <section aria-label={t('triggers.table.caption')} className={`overflow-clip ${cardClass()}`}>
      <div className="flex items-center gap-3 p-4 sm:px-6">
        <SearchBox
          name={t('triggers.search')}
          onChange={view.search}
          resultText={t('triggers.count', { count: view.matches })}
          value={view.query}
        />
        <p className="ml-auto hidden text-muted tabular-nums sm:block">
          {t('triggers.count', { count: view.matches })}
        </p>
        <IconButton
          busy={page.refreshing}
          icon={<RotateCw aria-hidden size={16} />}
          name={t('triggers.refresh')}
          onClick={() => void page.refresh()}
        />
      </div>
      {view.matches === 0 ? (
        <NoMatch
          onClear={() => view.search('')}
          text={t('triggers.empty.noMatchText')}
          title={t('triggers.empty.noMatchTitle', { query: view.query })}
        />
      ) : (
        <TriggerTable nextLine={nextLine} page={page} triggers={view.rows} />
      )}
      <Pagination name={t('triggers.pages')} onGo={view.goTo} page={view.page} pages={view.pages} />
    </section>
  );
}
