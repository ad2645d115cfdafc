import type { ChannelHistory, ChannelStatus } from '#shared/contracts/status.ts';
import { formatFullDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import { DayBars } from './day-bars.tsx';
import { DayTable } from './day-table.tsx';
import { percentOf, shownDays, timeOf } from './days.ts';
import { Figures } from './figures.tsx';
import { badgeTones } from './tones.ts';

type ChannelCardProps = { now: ChannelStatus; today: string | undefined; history: ChannelHistory | undefined };

/** Without its history, shows only the current state. */
export function ChannelCard({ now, today, history }: ChannelCardProps) {
  const { t, i18n } = useTranslation();
  const { state, since, lastWorked } = now;
  const channel = t(`status.channels.${now.channel}`);
  return (
    <Card
      actions={
        <Badge dot tone={badgeTones[state]}>
          {t(`status.states.${state}`)}
        </Badge>
      }
      description={
        <>
          {t('status.lastWorked')}: <RelativeTime at={lastWorked} inText never={t('status.neverWorked')} />
          {(state === 'degraded' || state === 'down') && since && (
            <>
              {' · '}
              {t(`status.states.${state}`)} {t('status.since')}{' '}
              <time dateTime={since}>{formatFullDate(since, asLanguage(i18n.language))}</time>
            </>
          )}
        </>
      }
      heading="h3"
      title={channel}
    >
      {history && today !== undefined && <History channel={channel} history={history} today={today} />}
    </Card>
  );
}

type HistoryProps = { channel: string; today: string; history: ChannelHistory };

function History({ channel, today, history: { days, latencyMs, reached } }: HistoryProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const shown = shownDays(today, days);
  const few = <span className="text-sm font-normal text-muted">{t('status.figures.few')}</span>;
  const figures = [
    { name: t('status.figures.reached'), value: reached === null ? few : percentOf(reached, language) },
    { name: t('status.figures.p50'), value: latencyMs ? timeOf(latencyMs.p50, language) : few },
    { name: t('status.figures.p95'), value: latencyMs ? timeOf(latencyMs.p95, language) : few },
  ];
  if (days.length === 0) return <p className="text-muted">{t('status.days.none')}</p>;
  return (
    <>
      <Figures figures={figures} />
      <div className="mt-5">
        <DayBars channel={channel} days={shown} today={today} />
        <DayTable channel={channel} days={shown} />
      </div>
    </>
  );
}
