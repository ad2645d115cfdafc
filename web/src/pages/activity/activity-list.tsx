import { Link } from 'wouter';

import type { ActivityRecord } from '#shared/contracts/history.ts';
import { triggerAddress } from '#web/features/frame/trigger-address.ts';
import type { FixFacts } from '#web/features/runs/run-fix.tsx';
import {
  listKeyOf,
  offersIn,
  PlannedFor,
  RunBadge,
  RunOrigin,
  RunProblem,
  RunTime,
} from '#web/features/runs/run-parts.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

type ActivityListProps = {
  runs: readonly ActivityRecord[];
  factsFor: (triggerId: string) => FixFacts;
};

export function ActivityList({ runs, factsFor }: ActivityListProps) {
  const { t } = useTranslation();
  const offers = offersIn(runs, ({ triggerId }) => triggerId);
  return (
    <ul aria-label={t('activity.runs')} className="divide-y divide-border">
      {runs.map((run) => (
        // Counted refusals of two triggers can have the same id.
        <Run
          facts={factsFor(run.triggerId)}
          key={`${run.triggerId} ${listKeyOf(run)}`}
          offers={offers(run)}
          run={run}
        />
      ))}
    </ul>
  );
}

/** Three lines on a phone, one line of columns on a wide screen. */
function Run({ run, facts, offers }: { run: ActivityRecord; facts: FixFacts; offers: boolean }) {
  const { t } = useTranslation();
  const { trigger } = facts;
  return (
    <li className="py-3 first:pt-0 last:pb-0" tabIndex={-1}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1.5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,1.4fr)_5rem_8.5rem]">
        {trigger ? (
          <Link
            className="justify-self-start rounded-xs py-0.5 font-medium wrap-anywhere hover:underline"
            href={triggerAddress(trigger.id)}
          >
            {trigger.name}
          </Link>
        ) : (
          <span className="py-0.5 text-muted">{t('activity.deleted')}</span>
        )}
        <span className="col-span-2 row-start-2 min-w-0 lg:col-span-1 lg:col-start-2 lg:row-start-1">
          <RunBadge run={run} />
        </span>
        <span className="col-span-3 row-start-3 min-w-0 lg:col-span-1 lg:col-start-3 lg:row-start-1">
          <RunOrigin run={run} />
        </span>
        <span className="col-start-3 row-start-2 text-right lg:col-start-4 lg:row-start-1">
          <RunTime run={run} />
        </span>
        <span className="col-span-2 col-start-2 row-start-1 text-right text-xs text-subtle lg:col-span-1 lg:col-start-5">
          <RelativeTime at={run.at} />
        </span>
      </div>
      <PlannedFor run={run} />
      <div className="max-w-prose">
        <RunProblem facts={facts} offers={offers} run={run} />
      </div>
    </li>
  );
}
