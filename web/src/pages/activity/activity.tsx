import { useRef, useState } from 'react';
import { Link } from 'wouter';

import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useCurrentWorkspace, useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useTriggers } from '#web/api/use-triggers.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { RunPages } from '#web/features/runs/run-pages.tsx';
import { NoRuns } from '#web/features/runs/runs-states.tsx';
import { useFreshTriggers } from '#web/features/runs/use-fresh-triggers.ts';
import { useIsSwitching } from '#web/features/workspaces/use-named-workspace.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';

import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { filterCount, noFilter, useActivityFilter } from './use-activity-filter.ts';
import { useActivity } from './use-activity.ts';
import { useFixFacts } from './use-fix-facts.ts';
import { useNames } from './use-names.ts';

/** The page without its heading. Loaded with its texts, which would exceed a first visit. */
export function Activity() {
  const { t } = useTranslation();
  const current = useCurrentWorkspace();
  const workspaceId = useCurrentWorkspaceId();
  const amazon = useAmazonAuth();
  const triggers = useTriggers(workspaceId, { refetchOnMount: 'always' });
  // A filter by trigger would fail in the previous workspace.
  const isSwitching = useIsSwitching();
  if (!triggers.data || workspaceId === undefined || !amazon.isFetched || isSwitching)
    return (
      <NotLoaded along={[amazon]} of={[current, triggers]} title={t('runHistory.loadError')}>
        <ListSkeleton />
      </NotLoaded>
    );
  return <Runs amazon={amazon.data} key={workspaceId} triggers={triggers.data} workspaceId={workspaceId} />;
}

type RunsProps = Parameters<typeof useFixFacts>[0];

function Runs(given: RunsProps) {
  const { workspaceId, triggers } = given;
  const { t } = useTranslation();
  const { filter, narrow } = useActivityFilter();
  const runs = useActivity(workspaceId, filter, triggers);
  const items = runs.data?.pages.flatMap((page) => page.items);
  const names = useNames(workspaceId, items, filter);
  const factsFor = useFixFacts(given);
  useFreshTriggers(workspaceId, items, triggers);
  const first = useRef<HTMLSelectElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const clear = () => {
    narrow(noFilter);
    first.current?.focus();
    // On a phone, the filters may be closed.
    if (document.activeElement !== first.current) toggle.current?.focus();
  };
  // Also after confirmation was switched off, and while a filter hides them.
  const [answered, setAnswered] = useState(false);
  if (!answered && items?.some(({ answer }) => answer)) setAnswered(true);
  // Another filter loads below the filters, but an empty history has none.
  const [isLoaded, setLoaded] = useState(false);
  if (!isLoaded && !runs.isPending) setLoaded(true);
  if (!isLoaded) return <ListSkeleton />;
  const isEmpty = items?.length === 0 && filterCount(filter) === 0 && !runs.hasNextPage;
  return (
    <section aria-label={t('activity.runs')} className={`overflow-clip ${cardClass()}`}>
      {isEmpty ? (
        <NoRuns
          action={
            <Link className={buttonClass('secondary')} href="/triggers">
              {t('shell.nav.triggers')}
            </Link>
          }
        >
          {t('activity.emptyText')}
        </NoRuns>
      ) : (
        <>
          <ActivityFilters
            confirms={answered || triggers.some(({ receipt }) => receipt !== undefined)}
            filter={filter}
            first={first}
            names={names}
            onChange={narrow}
            onClear={clear}
            onRefresh={() => void runs.refetch()}
            refreshing={runs.isRefetching && !runs.isFetchingNextPage}
            toggle={toggle}
            triggers={triggers}
          />
          <div className="p-4 sm:px-6 sm:py-5">
            <RunPages items={items} noMatchText={t('activity.noMatchText')} onClear={clear} query={runs}>
              {(shown) => <ActivityList factsFor={factsFor} runs={shown} />}
            </RunPages>
          </div>
        </>
      )}
    </section>
  );
}
