import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

import { NoMatchingRuns, RunsSkeleton } from './runs-states.tsx';

/** Of an infinite query. */
export type RunQuery = {
  error: unknown;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type RunPagesProps<Run> = {
  query: RunQuery;
  items: readonly Run[] | undefined;
  /** Focuses the first filter afterwards. */
  onClear: () => void;
  noMatchText: string;
  /** The list. */
  children: (items: readonly Run[]) => ReactNode;
};

/** The loaded runs of a filtered list, its other states, and the button for the next page. */
export function RunPages<Run>({ query, items, onClear, noMatchText, children }: RunPagesProps<Run>) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const expectMore = useFocusOnMore(list, items?.length ?? 0);
  const more = () => {
    expectMore();
    void query.fetchNextPage();
  };
  return (
    <>
      <output className="sr-only">{items && t('runHistory.shown', { count: items.length })}</output>
      <div className="grid gap-4">
        {query.isError && !query.isFetchNextPageError && (
          <RunsNotLoaded retry={() => void query.refetch()} {...query} />
        )}
        {query.isPending && <RunsSkeleton />}
        {items?.length === 0 && (
          <NoMatchingRuns mayBeFurtherBack={query.hasNextPage} onClear={onClear} text={noMatchText} />
        )}
        {items && items.length > 0 && <div ref={list}>{children(items)}</div>}
        {query.isFetchNextPageError && <RunsNotLoaded retry={more} {...query} />}
        {query.hasNextPage && !query.isFetchNextPageError && (
          <Button busy={query.isFetchingNextPage} variant="secondary" onClick={more} wide>
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
function useFocusOnMore(list: RefObject<HTMLElement | null>, count: number): () => void {
  const from = useRef<number>(undefined);
  useEffect(() => {
    if (from.current === undefined || count <= from.current) return;
    const arrived = list.current?.querySelectorAll(':scope > ul > li')[from.current];
    from.current = undefined;
    if (arrived instanceof HTMLElement) arrived.focus();
  }, [list, count]);
  return () => {
    from.current = count;
  };
}
