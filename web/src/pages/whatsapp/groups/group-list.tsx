import { Trash2 } from 'lucide-react';

import type { Group } from '#shared/contracts/whatsapp.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Switch } from '#web/ui/buttons/switch.tsx';
import { useListView } from '#web/ui/lists/list-state.ts';
import { NoMatch } from '#web/ui/lists/no-match.tsx';
import { Pagination } from '#web/ui/lists/pagination.tsx';
import { SearchBox } from '#web/ui/lists/search-box.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';

import { useGroupSettings } from './use-group-settings.ts';

type GroupListProps = {
  workspaceId: number;
  groups: readonly Group[];
  onRemove: (group: Group) => void;
};

export function GroupList({ workspaceId, groups, onRemove }: GroupListProps) {
  const { t } = useTranslation();
  const settings = useGroupSettings(workspaceId);
  const view = useListView(groups, ({ name }) => name);
  const count = t('whatsapp.groups.count', { count: view.matches });
  return (
    <>
      <div className="flex items-center gap-3 px-4 pb-4 sm:px-6">
        <SearchBox name={t('whatsapp.groups.search')} onChange={view.search} resultText={count} value={view.query} />
        <p className="ml-auto hidden text-muted tabular-nums sm:block">{count}</p>
      </div>
      {view.matches === 0 ? (
        <NoMatch
          onClear={() => view.search('')}
          text={t('whatsapp.groups.noMatchText')}
          title={t('whatsapp.groups.noMatchTitle', { query: view.query })}
        />
      ) : (
        <Table
          columns={columnsOf(t, settings, onRemove)}
          keyOf={({ id }) => id}
          name={t('whatsapp.groups.heading')}
          rows={view.rows}
        />
      )}
      <Pagination name={t('whatsapp.groups.pages')} onGo={view.goTo} page={view.page} pages={view.pages} />
    </>
  );
}

const columnsOf = (
  t: Translate,
  settings: ReturnType<typeof useGroupSettings>,
  onRemove: (group: Group) => void,
): readonly Column<Group>[] => [
  { key: 'name', title: t('whatsapp.groups.name'), main: true, cell: ({ name }) => name },
  {
    key: 'quiet',
    title: t('whatsapp.groups.quiet'),
    cell: (group) => (
      <Switch
        busy={settings.changing === group.id}
        checked={group.successAs === 'reaction'}
        name={t('whatsapp.groups.quietIn', { name: group.name })}
        onChange={(wanted) => settings.change(group, { successAs: wanted ? 'reaction' : 'text' })}
      />
    ),
  },
  {
    key: 'actions',
    title: t('whatsapp.groups.actions'),
    actions: true,
    cell: (group) => (
      <IconButton
        icon={<Trash2 aria-hidden size={16} />}
        name={t('whatsapp.groups.remove', { name: group.name })}
        onClick={() => onRemove(group)}
        tone="danger"
      />
    ),
  },
];
