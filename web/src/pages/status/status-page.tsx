import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { statusContract, type StatusDays } from '#shared/contracts/status.ts';
import { queryFor } from '#web/api/query-for.ts';
import { PublicFrame } from '#web/features/frame/public-frame.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { ChannelCard } from './channel-card.tsx';
import { HomesCard } from './homes-card.tsx';
import { Legend } from './legend.tsx';
import { Meaning } from './meaning.tsx';
import { Overall, type StatusNow } from './overall.tsx';

/** Polls as often as the replies may be cached. */
const everyMs = statusContract.status.cacheSeconds * 1000;
const daysEveryMs = statusContract.statusDays.cacheSeconds * 1000;
const quietly = { meta: { quiet: true } } as const;

/** After a failed refetch, the last known state is not shown as the current one. */
const asOutdated = (status: StatusNow): StatusNow => ({
  ...status,
  homesSilentSince: null,
  channels: status.channels.map((each) => ({ ...each, state: 'unknown', since: null })),
});

export function StatusPage() {
  const { t } = useTranslation();
  const own = { allow: 'all' } as const;
  const now = useQuery({
    ...queryFor(statusContract.status, {}, own),
    ...quietly,
    staleTime: everyMs,
    refetchInterval: everyMs,
  });
  const days = useQuery({
    ...queryFor(statusContract.statusDays, {}, own),
    ...quietly,
    staleTime: daysEveryMs,
    refetchInterval: daysEveryMs,
  });
  return (
    <PublicFrame>
      <div className="max-w-[70ch] text-base leading-7">
        <h1 className="text-xl font-semibold tracking-tight text-balance" tabIndex={-1}>
          {t('shell.titles.status')}
        </h1>
        <p className="mt-1 text-muted">{t('status.updated')}</p>
        <p className="mt-6 text-muted text-pretty">{t('status.intro')}</p>
      </div>
      {now.isPending || days.isPending ? <Waiting /> : <Told days={days} now={now} />}
    </PublicFrame>
  );
}

/** Both replies are awaited, and the skeletons fill at least the window, so that visible text does not move. */
function Waiting() {
  return (
    <div className="mt-8 grid min-h-screen content-start gap-4">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-screen w-full" />
    </div>
  );
}

type ToldProps = { now: UseQueryResult<StatusNow>; days: UseQueryResult<StatusDays> };

function Told({ now, days }: ToldProps) {
  const { t } = useTranslation();
  const status = now.data && (now.isError ? asOutdated(now.data) : now.data);
  const hasDays = days.data?.channels.some((channel) => channel.days.length > 0) ?? false;
  return (
    <div className="mt-8 grid gap-4">
      {now.isError && (
        <LoadFailed
          busy={now.isFetching}
          retry={() => void now.refetch()}
          text={t('status.notLoadedText')}
          title={t('status.notLoaded')}
        />
      )}
      {status && <Overall status={status} />}
      {days.isError && (
        <LoadFailed busy={days.isFetching} retry={() => void days.refetch()} title={t('status.daysNotLoaded')} />
      )}
      {status && (
        <section aria-labelledby="channels" className="mt-4 grid gap-4">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
            <div>
              <h2 className="text-lg font-semibold" id="channels">
                {t('status.channels.heading')}
              </h2>
              {hasDays && <p className="text-muted">{t('status.channels.period')}</p>}
            </div>
            {hasDays && <Legend />}
          </div>
          {status.channels.map((each) => (
            <ChannelCard
              history={days.data?.channels.find(({ channel }) => channel === each.channel)}
              key={each.channel}
              now={each}
              today={days.data?.today}
            />
          ))}
        </section>
      )}
      {days.data && <HomesCard homes={days.data.homes} />}
      <div className="mt-6">
        <Meaning />
      </div>
    </div>
  );
}
