import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { useCurrentWorkspace, useWorkspaces } from '#web/api/use-session.ts';
import { useSwitchWorkspace } from '#web/features/workspaces/use-switch-workspace.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/overlays/menu-list.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { LazyCreateWorkspace } from './lazy-overlays.tsx';

/** Lists only active workspaces. Calls `onDone` after a switch. */
export function WorkspaceMenu({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation();
  const { data: current, isFetched, isFetching, refetch } = useCurrentWorkspace();
  const all = useWorkspaces().data ?? [];
  const switchTo = useSwitchWorkspace();
  const [creating, setCreating] = useState(false);

  if (!current) {
    return isFetched ? (
      <RestoreFocus>
        <p className="mb-1.5 text-xs text-muted">{t('workspace.notLoaded')}</p>
        <Button busy={isFetching} variant="secondary" onClick={() => void refetch()} size="small" wide>
          {t('common.retry')}
        </Button>
      </RestoreFocus>
    ) : (
      <div className="h-14">
        <Skeleton className="h-full rounded-md" />
        <span className="sr-only">{t('common.loading')}</span>
      </div>
    );
  }

  const options = all
    .filter((workspace) => workspace.status === 'ATIVO')
    .map(({ id, name }) => ({ value: String(id), label: name, icon: <Initial name={name} small /> }));
  const choose = (value: string) =>
    switchTo.mutate(Number(value), {
      onSuccess: ({ name }) => {
        showToast({ title: t('workspace.switched'), description: name });
        leaveList();
        onDone?.();
      },
    });
  const entries: MenuEntry[] = [
    {
      kind: 'choice',
      key: 'workspaces',
      label: t('workspace.choose'),
      value: String(current.id),
      options,
      onChoose: choose,
    },
    { kind: 'separator', key: 'line' },
    {
      kind: 'action',
      key: 'create',
      label: t('workspace.create'),
      icon: <Plus aria-hidden className="text-subtle" size={16} />,
      onSelect: () => setCreating(true),
    },
  ];

  return (
    <>
      <Menu
        renderButton={(props) => (
          <button
            {...props}
            className="flex min-h-14 w-full items-center gap-3 rounded-md border border-border bg-canvas px-2.5 py-1.5 text-left transition-colors duration-120 hover:border-control"
            title={current.name}
            type="button"
          >
            <Initial name={current.name} />
            <span className="min-w-0 grow">
              <span className="block text-xs text-subtle">{t('workspace.label')}</span>{' '}
              {/* Two lines in the drawer, because a touch shows no title. */}
              <span className="font-medium wrap-break-word max-lg:line-clamp-2 lg:block lg:truncate">
                {current.name}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="shrink-0 text-subtle" size={16} />
          </button>
        )}
        entries={entries}
        matchWidth
        name={t('workspace.choose')}
      />
      <LazyCreateWorkspace
        onClose={() => setCreating(false)}
        onCreated={() => {
          leaveList();
          onDone?.();
        }}
        open={creating}
      />
    </>
  );
}

/** Search and page number belong to the previous workspace's list. */
function leaveList(): void {
  if (window.location.search) navigate(window.location.pathname, { replace: true });
}

function Initial({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-sm bg-accent-soft font-semibold text-accent-text uppercase before:content-[attr(data-initial)] ${small ? 'size-6 text-xs' : 'size-8 text-sm'}`}
      data-initial={Array.from(name)[0]}
    />
  );
}
