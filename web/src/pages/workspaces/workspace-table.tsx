import { Pencil, Power, PowerOff } from 'lucide-react';
import { useId } from 'react';

import type { Workspace } from '#shared/contracts/workspaces.ts';
import { zoneName } from '#web/features/schedule/time-zones.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import type { WorkspacesPageState } from './use-workspaces-page.ts';

export function WorkspaceTable({ page }: { page: WorkspacesPageState }) {
  const { t } = useTranslation();
  return (
    <Table
      columns={columnsOf(t, page)}
      keyOf={({ id }) => id}
      name={t('workspaces.table.caption')}
      rows={page.view.rows}
    />
  );
}

function columnsOf(t: Translate, page: WorkspacesPageState): readonly Column<Workspace>[] {
  return [
    {
      key: 'name',
      title: t('workspaces.table.name'),
      main: true,
      cell: ({ id, name, timeZone }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0">{name}</span>
          {id === page.currentId && (
            <>
              {' '}
              <Badge tone="accent">{t('workspaces.table.current')}</Badge>
            </>
          )}
          {timeZone !== undefined && (
            <>
              {' '}
              <Zone zone={timeZone} />
            </>
          )}
        </span>
      ),
    },
    {
      key: 'default',
      title: t('workspaces.table.default'),
      cell: ({ defaultWorkspace }) => t(defaultWorkspace ? 'workspaces.table.yes' : 'workspaces.table.no'),
    },
    {
      key: 'status',
      title: t('workspaces.table.status'),
      cell: ({ status }) =>
        status === 'ATIVO' ? (
          <Badge dot tone="success">
            {t('workspaces.table.active')}
          </Badge>
        ) : (
          <Badge dot>{t('workspaces.table.inactive')}</Badge>
        ),
    },
    {
      key: 'created',
      title: t('workspaces.table.created'),
      cell: ({ createdAt }) => (
        <span className="text-right sm:text-left xl:whitespace-nowrap">
          <RelativeTime at={createdAt} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('workspaces.table.actions'),
      actions: true,
      cell: (workspace) => <RowActions page={page} workspace={workspace} />,
    },
  ];
}

function Zone({ zone }: { zone: string }) {
  return <span className="w-full text-xs font-normal text-subtle">{zoneName(zone, useMinute())}</span>;
}

function RowActions({ page, workspace }: { page: WorkspacesPageState; workspace: Workspace }) {
  const { t } = useTranslation();
  const { id, name, status, defaultWorkspace } = workspace;
  const active = status === 'ATIVO';
  return (
    <>
      {active && page.currentId !== undefined && id !== page.currentId && (
        // In the card layout, the cell has the margin of icon buttons.
        <div className="ml-2 sm:ml-0">
          <RestoreFocus>
            <Button
              aria-label={t('workspaces.row.switchTo', { name })}
              busy={page.switching === id}
              onClick={() => page.switchTo(workspace)}
              size="small"
              variant="secondary"
            >
              {t('workspaces.row.switch')}
            </Button>
          </RestoreFocus>
        </div>
      )}
      <IconButton
        icon={<Pencil aria-hidden size={16} />}
        name={t('workspaces.row.edit', { name })}
        onClick={() => page.show({ kind: 'edit', workspace })}
      />
      {active && defaultWorkspace ? (
        <DefaultStays name={name} onRefused={() => void page.refuse(workspace)} />
      ) : (
        // The same button in both states, so that the focus returns to it after the dialog.
        <IconButton
          icon={active ? <PowerOff aria-hidden size={16} /> : <Power aria-hidden size={16} />}
          name={t(active ? 'workspaces.row.deactivate' : 'workspaces.row.activate', { name })}
          onClick={() => page.show({ kind: active ? 'deactivate' : 'activate', workspace })}
          tone={active ? 'danger' : 'plain'}
        />
      )}
    </>
  );
}

function DefaultStays({ name, onRefused }: { name: string; onRefused: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <IconButton
        aria-describedby={id}
        aria-disabled
        hint={t('workspaces.row.defaultStays')}
        icon={<PowerOff aria-hidden size={16} />}
        name={t('workspaces.row.deactivate', { name })}
        onRefused={onRefused}
      />
      <span hidden id={id}>
        {t('workspaces.row.defaultStays')}
      </span>
    </>
  );
}
