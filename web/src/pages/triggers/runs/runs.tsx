import { useRef, useState } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import type { FixFacts } from '#web/features/runs/run-fix.tsx';
import { RunList } from '#web/features/runs/run-list.tsx';
import { RunPages } from '#web/features/runs/run-pages.tsx';
import { NoRuns } from '#web/features/runs/runs-states.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';

import { RunFilter } from './run-filter.tsx';
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
  const runs = useRuns(facts.workspaceId, triggerId, filter, facts.trigger);
  const first = useRef<HTMLSelectElement>(null);
  const items = runs.data?.pages.flatMap((page) => page.items);
  // Also after confirmation was switched off, and while a filter hides them.
  const [answeredIn, setAnsweredIn] = useState<string>();
  if (answeredIn !== triggerId && items?.some(({ answer }) => answer)) setAnsweredIn(triggerId);
  const filtered = filter.channel !== undefined || filter.outcome !== undefined;

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
      <RunPages
        items={items}
        noMatchText={t('runHistory.noMatchText')}
        onClear={() => {
          onFilter(noFilter);
          first.current?.focus();
        }}
        query={runs}
      >
        {(shown) => <RunList facts={facts} runs={shown} />}
      </RunPages>
    </>
  );
}
