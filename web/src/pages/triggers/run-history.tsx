import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';

import { triggersContract } from '#shared/contracts/triggers.ts';

import { ApiError } from '../../api/api-error.ts';
import { client } from '../../api/app-client.ts';
import { keyFor } from '../../api/query-for.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RunList } from './run-list.tsx';

type RunHistoryProps = {
  open: boolean;
  workspaceId: number;
  triggerId: string;
  /** Undefined while the list of triggers is on its way, or when the trigger is not in it. */
  name: string | undefined;
  onClose: () => void;
};

/** The runs of one trigger in a drawer, newest first. */
export function RunHistory({ open, name, onClose, ...ids }: RunHistoryProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      description={[name, t('triggers.history.keptFor')].filter(Boolean).join(' · ')}
      onClose={onClose}
      open={open}
      side="right"
      title={t('triggers.history.title')}
    >
      <Runs {...ids} />
    </Drawer>
  );
}

function Runs({ workspaceId, triggerId }: { workspaceId: number; triggerId: string }) {
  const { t } = useTranslation();
  const runs = useRuns(workspaceId, triggerId);
  if (runs.isPending) return <RunsSkeleton />;
  if (runs.isError && !runs.data) {
    const gone = runs.error instanceof ApiError && runs.error.status === 404;
    if (gone) return <Notice title={t('triggers.history.notFound')} tone="danger" />;
    return (
      <Notice
        actions={
          <Button look="secondary" onClick={() => void runs.refetch()} size="small">
            {t('common.retry')}
          </Button>
        }
        title={t('triggers.history.loadError')}
        tone="danger"
      />
    );
  }
  const items = runs.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <EmptyState icon={<History size={20} />} title={t('triggers.history.empty')}>
        {t('triggers.history.emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      <RunList runs={items} />
      {runs.hasNextPage && (
        <div className="mt-4">
          <Button busy={runs.isFetchingNextPage} look="secondary" onClick={() => void runs.fetchNextPage()} wide>
            {t('triggers.history.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Runs happen outside this page, so each opening asks again. */
function useRuns(workspaceId: number, triggerId: string) {
  const endpoint = triggersContract.listExecutions;
  const params = { id: triggerId };
  return useInfiniteQuery({
    queryKey: [...keyFor(endpoint, { workspaceId, params, query: {} }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      client.call(endpoint, { workspaceId, params, query: { cursor: pageParam } }, { signal, allow: [404] }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.cursor,
    staleTime: 0,
    meta: { quiet: true },
  });
}

const firstPage: string | undefined = undefined;

function RunsSkeleton() {
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
