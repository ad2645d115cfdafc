import type { Trigger } from '#shared/contracts/triggers.ts';
import { errorText } from '#web/api/error-text.ts';
import { RunList } from '#web/features/runs/run-list.tsx';
import { NoRuns, RunsSkeleton } from '#web/features/runs/runs-states.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

import { fixFacts } from '../runs/fix-facts.ts';
import { noFilter } from '../runs/use-history-parameter.ts';
import { useRuns } from '../runs/use-runs.ts';
import type { TriggersPageState } from '../use-triggers-page.ts';

const shown = 3;

type LastRunsProps = { page: TriggersPageState; trigger: Trigger; workspaceId: number };

export function LastRuns({ page, trigger, workspaceId }: LastRunsProps) {
  const { t } = useTranslation();
  const runs = useRuns(workspaceId, trigger.id, noFilter, trigger);
  const items = runs.data?.pages[0]?.items;
  return (
    <Card
      actions={
        <Button onClick={() => page.history.open(trigger.id)} size="small" variant="secondary">
          {t('triggerDetails.allRuns')}
        </Button>
      }
      title={t('triggerDetails.runs')}
    >
      {runs.isPending && <RunsSkeleton />}
      {runs.isError && !items && (
        <LoadFailed
          busy={runs.isFetching}
          retry={() => void runs.refetch()}
          text={errorText(t, runs.error)}
          title={t('runHistory.loadError')}
        />
      )}
      {items?.length === 0 && <NoRuns />}
      {items && items.length > 0 && (
        <RunList facts={fixFacts(page, trigger, workspaceId)} runs={items.slice(0, shown)} />
      )}
    </Card>
  );
}
