import { type RefObject, useEffect, useRef, useState } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

import { RunFilter } from './run-filter.tsx';
import type { FixFacts } from './run-fix.tsx';
import { RunList } from './run-list.tsx';
import { NoMatchingRuns, NoRuns, RunsSkeleton } from './runs-states.tsx';
import { noFilter, type RunFilter as Filter } from './use-history-parameter.ts';
import { useRuns } from './use-runs.ts';

type RunsProps = {
  triggerId: string;
  confirms: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  facts: FixFacts;
};

export function Runs({ triggerId, confirms, filter, onFilter, facts }: RunsProps) {
  const { t } = useTranslation();
  const runs = useRuns(facts.workspaceId, triggerId, filter);
  const first = useRef<HTMLSelectElement>(null);
  const items = runs.data?.pages.flatMap((page) => page.items);
  // Also after confirmation was switched off, and while a filter hides them.
  const [answeredIn, setAnsweredIn] = useState<string>();
  if (answeredIn !== triggerId && items?.some(({ answer }) => answer)) setAnsweredIn(triggerId);
  const list = useRef<HTMLUListElement>(null);
  const expectMore = useFocusOnMore(list, items?.length ?? 0);
  const filtered = filter.channel !== undefined || filter.outcome !== undefined;
  const more = () => {
    expectMore();
    void runs.fetchNextPage();
  };

  if (runs.error instanceof ApiError && runs.error.status === 404)
    return <Notice title={t('runHistory.notFound')} tone="danger" />;
  if (items?.length === 0 && !filtered && !runs.hasNextPage) return <NoRuns />;
  return (
    <>
      <RunFilter
        confirms={confirms || answeredIn === triggerId}
        filter={filter}
        first={first}
        onChange={onFilter}
        onRefresh={() => void runs.refetch()}
        refreshing={runs.isRefetching}
      />
      <output className="sr-only">{items && t('runHistory.shown', { count: items.length })}</output>
      <div className="grid gap-4">
        {runs.isError && !runs.isFetchNextPageError && <RunsNotLoaded retry={() => void runs.refetch()} {...runs} />}
        {runs.isPending && <RunsSkeleton />}
        {items?.length === 0 && (
          <NoMatchingRuns
            mayBeFurtherBack={runs.hasNextPage}
            onClear={() => {
              onFilter(noFilter);
              first.current?.focus();
            }}
          />
        )}
        {items && items.length > 0 && <RunList facts={facts} ref={list} runs={items} />}
        {runs.isFetchNextPageError && <RunsNotLoaded retry={more} {...runs} />}
        {runs.hasNextPage && !runs.isFetchNextPageError && (
          <Button busy={runs.isFetchingNextPage} variant="secondary" onClick={more} wide>
            {t('runHistory.more')}
          </Button>
        )}
      </div>
    </>
  );
}

type NotLoadedProps = { error: unknown; isFetching: boolean; retry: () => void };

function RunsNotLoaded({ error, isFetching, retry }: NotLoadedProps) {
  const { t } = useTranslation();
  return <LoadFailed busy={isFetching} retry={retry} text={errorText(t, error)} title={t('runHistory.loadError')} />;
}

/** Focuses the first run of a newly loaded page, because the "more" button may disappear. */
function useFocusOnMore(list: RefObject<HTMLUListElement | null>, count: number): () => void {
  const from = useRef<number>(undefined);
  useEffect(() => {
    if (from.current === undefined || count <= from.current) return;
    const arrived = list.current?.children[from.current];
    from.current = undefined;
    if (arrived instanceof HTMLElement) arrived.focus();
  }, [list, count]);
  return () => {
    from.current = count;
  };
}
