import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link, useLocation } from 'wouter';

import { triggersContract } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { ActivityChart } from './activity-chart.tsx';
import { allRuns, type DailyRuns } from './daily-runs.ts';

/** Runs also start outside the app, so visits after this many milliseconds refetch. */
const freshFor = 60_000;

/** Runs per day of the last two weeks. The height is the same in all usual states, so that nothing moves. */
export function ActivityCard({ workspaceId }: { workspaceId: number | undefined }) {
  const { t } = useTranslation();
  const days = useQuery({
    ...queryFor(triggersContract.dailyExecutions, { workspaceId }, { allow: 'all' }),
    staleTime: freshFor,
    // Awaited runs are confirmed or time out.
    refetchInterval: ({ state }) => state.data?.some(({ awaited }) => awaited !== undefined) === true && freshFor,
    meta: { quiet: true },
  });
  return (
    <Card
      actions={
        <Link className={`-mx-3 forced-colors:mx-0 ${buttonClass('ghost', 'small')}`} href="/activity">
          {t('dashboard.activity.all')}
          <ArrowRight aria-hidden size={14} />
        </Link>
      }
      description={t('dashboard.activity.period')}
      title={t('dashboard.activity.heading')}
    >
      <div className="grid min-h-54">
        {days.data ? (
          <Activity days={days.data} />
        ) : days.isError ? (
          <div className="self-center">
            <LoadFailed
              busy={days.isFetching}
              retry={() => void days.refetch()}
              title={t('dashboard.activity.notLoaded')}
            />
          </div>
        ) : (
          <Skeleton className="w-full" />
        )}
      </div>
    </Card>
  );
}

function Activity({ days }: { days: readonly DailyRuns[] }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  if (days.some((day) => allRuns(day) > 0))
    return <ActivityChart days={days} onOpen={(day) => navigate(`/activity?day=${day}`)} />;
  return (
    <div className="grid place-content-center text-center">
      <p className="font-medium">{t('dashboard.activity.none')}</p>
      <p className="mt-1 text-muted">{t('dashboard.activity.noneHint')}</p>
    </div>
  );
}
