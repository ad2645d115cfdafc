import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { cardClass } from '#web/ui/card.tsx';
import { NoMatch } from '#web/ui/lists/no-match.tsx';
import { Pagination } from '#web/ui/lists/pagination.tsx';
import { SearchBox } from '#web/ui/lists/search-box.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

import type { WorkspacesPageState } from './use-workspaces-page.ts';
import { WorkspaceTable } from './workspace-table.tsx';

type WorkspaceListProps = {
  page: WorkspacesPageState;
  create: ReactNode;
};

export function WorkspaceList({ page, create }: WorkspaceListProps) {
  const { t } = useTranslation();
  const { view } = page;
  if (page.workspaces.length === 0) return <NoWorkspaces create={create} />;
  const count = t('workspaces.count', { count: view.matches });
  return (
    <section aria-label={t('workspaces.table.caption')} className={cardClass()}>
      <div className="flex flex-wrap items-center gap-3 p-4 sm:px-6">
        <SearchBox name={t('workspaces.search')} onChange={view.search} resultText={count} value={view.query} />
        <p className="text-muted tabular-nums sm:ml-auto">{count}</p>
      </div>
      {view.matches === 0 ? (
        <NoMatch
          onClear={() => view.search('')}
          text={t('workspaces.empty.noMatchText')}
          title={t('workspaces.empty.noMatchTitle', { query: view.query })}
        />
      ) : (
        <WorkspaceTable page={page} />
      )}
      <Pagination name={t('workspaces.pages')} onGo={view.goTo} page={view.page} pages={view.pages} />
    </section>
  );
}

function NoWorkspaces({ create }: { create: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className={cardClass()}>
      <EmptyState action={create} icon={<Building2 size={20} />} title={t('workspaces.empty.title')}>
        {t('workspaces.empty.text')}
      </EmptyState>
    </section>
  );
}
