import { Link2, RotateCw, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { useListView } from '#web/ui/lists/list-state.ts';
import { NoMatch } from '#web/ui/lists/no-match.tsx';
import { Pagination } from '#web/ui/lists/pagination.tsx';
import { SearchBox } from '#web/ui/lists/search-box.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

import { TriggerTable } from './trigger-table.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

type TriggerListProps = {
  page: TriggersPageState;
  triggers: readonly Trigger[];
  create: ReactNode;
};

export function TriggerList({ page, triggers, create }: TriggerListProps) {
  const { t } = useTranslation();
  const view = useListView(triggers, (trigger) => trigger.name);
  if (triggers.length === 0) return <NoTriggers create={create} linked={page.linked} />;
  return (
    <section aria-label={t('triggers.table.caption')} className={cardClass()}>
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
        <TriggerTable page={page} triggers={view.rows} />
      )}
      <Pagination name={t('triggers.pages')} onGo={view.goTo} page={view.page} pages={view.pages} />
    </section>
  );
}

function NoTriggers({ linked, create }: { linked: boolean | undefined; create: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className={cardClass()}>
      {linked === false ? (
        <EmptyState
          action={
            <Link className={buttonClass()} href="/amazon-auth">
              {t('triggers.empty.noAccountAction')}
            </Link>
          }
          icon={<Link2 size={20} />}
          title={t('triggers.empty.noAccountTitle')}
        >
          {t('triggers.empty.noAccountText')}
        </EmptyState>
      ) : (
        <EmptyState action={create} icon={<Zap size={20} />} title={t('triggers.empty.title')}>
          {t('triggers.empty.text')}
        </EmptyState>
      )}
    </section>
  );
}
