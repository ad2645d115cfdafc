import { useRef, useState } from 'react';

import { formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { BarChooser, barUnder } from '#web/ui/bar-chooser.tsx';
import { dayName } from '#web/ui/time/day-name.ts';

import { barHeight, Bar } from './activity-bar.tsx';
import { ActivityTable } from './activity-table.tsx';
import { allRuns, countOf, type DailyRuns, type RunKind, kindsIn, totalOf } from './daily-runs.ts';

const colours: Readonly<Record<RunKind, string>> = {
  ran: 'bg-success',
  shared: 'bg-info',
  awaited: 'bg-control',
  sent: 'bg-accent',
  unanswered: 'bg-warning',
  maybe: 'bg-muted',
  failed: 'bg-danger-solid',
};

type ActivityChartProps = { days: readonly DailyRuns[]; onOpen: (day: string) => void };

/**
 * Mouse, touch and arrow keys select a day. A click, a second tap and Enter open its runs. Screen readers get a table of
 * all days.
 */
export function ActivityChart({ days, onOpen }: ActivityChartProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const [chosen, choose] = useState<number>();
  /** The bar that opens if the pointer is released over it: a first tap only shows its totals. */
  const opening = useRef<number>(undefined);
  const open = (index: number | undefined) => {
    const day = index === undefined ? undefined : days[index];
    if (day && allRuns(day) > 0) onOpen(day.day);
  };
  const number = (value: number) => formatNumber(value, language);
  const kinds = kindsIn(days);
  const top = Math.max(1, ...days.map(allRuns));
  const totalsOf = (day: DailyRuns, month: 'short' | 'long') => {
    // On a phone, one line per kind would move the chart.
    const told = kinds.filter((kind, index) => index === 0 || kind === 'failed' || countOf(day, kind) > 0);
    const totals = told.map((kind) => t(`dashboard.activity.totals.${kind}`, { number: number(countOf(day, kind)) }));
    return `${dayName(day.day, language, month)}: ${totals.join(', ')}`;
  };
  const shown = chosen === undefined ? undefined : days[chosen];
  return (
    <figure className="min-w-0">
      <figcaption className="sr-only">
        {t('dashboard.activity.summary', {
          count: days.reduce((sum, day) => sum + allRuns(day), 0),
          failed: totalOf(days, 'failed'),
        })}
      </figcaption>
      <ul aria-hidden className="flex flex-wrap gap-x-6 gap-y-1">
        {kinds.map((kind) => (
          <Total
            colour={colours[kind]}
            key={kind}
            label={t(`dashboard.activity.${kind}`)}
            value={number(totalOf(days, kind))}
          />
        ))}
      </ul>
      <p aria-hidden className="mt-1 flex min-h-8 items-end justify-between gap-4 text-xs text-muted tabular-nums">
        <span>{shown && totalsOf(shown, 'short')}</span>
        <span className="text-subtle">{number(top)}</span>
      </p>
      <div className="relative mt-1">
        <BarChooser
          choose={choose}
          label={t('dashboard.activity.chooseDay')}
          chosen={chosen ?? days.length - 1}
          count={days.length}
          open={open}
          text={totalsOf(days[chosen ?? days.length - 1] ?? { day: '', sent: 0, failed: 0, ran: 0 }, 'long')}
        />
        <svg
          aria-hidden
          className="block w-full cursor-pointer touch-pan-y rounded-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-focus"
          height={barHeight}
          onPointerDown={(event) => {
            const bar = barUnder(event, days.length);
            const opens = event.pointerType === 'mouse' || bar === chosen;
            opening.current = opens ? bar : undefined;
            choose(bar);
          }}
          onPointerUp={(event) => {
            if (barUnder(event, days.length) === opening.current) open(opening.current);
          }}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(undefined)}
          onPointerMove={(event) => choose(barUnder(event, days.length))}
        >
          <line className="stroke-border" strokeDasharray="2 4" x1="0" x2="100%" y1="0.5" y2="0.5" />
          <line
            className="stroke-border"
            strokeDasharray="2 4"
            x1="0"
            x2="100%"
            y1={barHeight / 2}
            y2={barHeight / 2}
          />
          {days.map((day, index) => (
            <Bar
              key={day.day}
              day={day}
              dim={shown !== undefined && shown !== day}
              kinds={kinds}
              of={days.length}
              index={index}
              top={top}
            />
          ))}
          <line className="stroke-control" x1="0" x2="100%" y1={barHeight - 0.5} y2={barHeight - 0.5} />
        </svg>
      </div>
      <div aria-hidden className="mt-2 flex justify-between text-xs text-subtle tabular-nums">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day, index) =>
            day && (
              // With an even number of bars, the middle label belongs below the later of the two.
              <span className="relative" key={index} style={{ left: index === 1 ? `${50 / days.length}%` : 0 }}>
                {dayName(day.day, language, 'short')}
              </span>
            ),
        )}
      </div>
      <div className="sr-only">
        <ActivityTable days={days} language={language} />
      </div>
    </figure>
  );
}

function Total({ colour, label, value }: { colour: string; label: string; value: string }) {
  return (
    <li className="flex items-baseline gap-2">
      <span className={`size-2.5 rounded-xs forced-color-adjust-none ${colour}`} />
      <span className="text-muted">{label}</span>
      <span className="font-semibold tabular-nums">{value}</span>
    </li>
  );
}
