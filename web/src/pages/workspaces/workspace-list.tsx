import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Workspace } from '#shared/contracts/workspaces.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cardClass } from '#web/ui/card.tsx';
import type { ListView } from '#web/ui/lists/list-state.ts';
import { NoMatch } from '#web/ui/lists/no-match.tsx';
import { Pagination } from '#web/ui/lists/pagination.tsx';
import { SearchBox } from '#web/ui/lists/search-box.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

import { type WorkspaceActions, WorkspaceTable } from './workspace-table.tsx';

type WorkspaceListProps = WorkspaceActions & {
  view: ListView<Workspace>;
  /** There is no workspace at all, whatever is searched for. */
  none: boolean;
  currentId: number | undefined;
  /** The button that creates one, for the empty list. */
  create: ReactNode;
};

/** Search, table and pages, or what to do when there is nothing to show. */
export function WorkspaceList({ view, none, create, ...table }: WorkspaceListProps) {
  const { t } = useTranslation();
  if (none) return <NoWorkspaces create={create} />;
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
        <WorkspaceTable workspaces={view.rows} {...table} />
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
