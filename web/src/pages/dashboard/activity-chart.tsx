import { useState } from 'react';

import { formatNumber } from '../../i18n/dates.ts';
import { asLanguage, type Language, languages } from '../../i18n/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

export type Day = { day: string; sent: number; failed: number };

/** Height of the bars in pixels; a day with any run shows at least `least`. */
const height = 128;
const least = 3;

/** Runs per day as bars, failures on top in their own colour, and the same numbers as a table for readers. */
export function ActivityChart({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const [pointed, setPointed] = useState<Day>();
  const sum = (of: 'sent' | 'failed') => days.reduce((total, day) => total + day[of], 0);
  const [sent, failed] = [sum('sent'), sum('failed')];
  const top = Math.max(1, ...days.map((day) => day.sent + day.failed));
  return (
    <figure className="relative">
      <figcaption className="sr-only">{t('dashboard.activity.summary', { count: sent + failed, failed })}</figcaption>
      <div aria-hidden className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          <Total colour="bg-accent" label={t('dashboard.activity.sent')} value={formatNumber(sent, language)} />
          <Total
            colour="bg-danger-solid"
            label={t('dashboard.activity.failed')}
            value={formatNumber(failed, language)}
          />
        </ul>
        <p className="hidden min-h-5 text-subtle tabular-nums sm:block">
          {pointed && t('dashboard.activity.dayTotals', { ...pointed, day: dayName(pointed.day, language, 'long') })}
        </p>
      </div>
      <svg
        aria-hidden
        className="mt-7 block w-full overflow-visible"
        height={height}
        onPointerLeave={() => setPointed(undefined)}
      >
        <text className="fill-subtle text-xs tabular-nums" textAnchor="end" x="100%" y="-6">
          {formatNumber(top, language)}
        </text>
        <line className="stroke-border" strokeDasharray="2 4" x1="0" x2="100%" y1="0.5" y2="0.5" />
        <line className="stroke-border" strokeDasharray="2 4" x1="0" x2="100%" y1={height / 2} y2={height / 2} />
        {days.map((day, place) => (
          <Bar
            day={day}
            dim={pointed !== undefined && pointed !== day}
            key={day.day}
            of={days.length}
            onPoint={setPointed}
            place={place}
            top={top}
          />
        ))}
        <line className="stroke-control" x1="0" x2="100%" y1={height} y2={height} />
      </svg>
      <div aria-hidden className="mt-2 flex justify-between text-xs text-subtle tabular-nums">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day, place) =>
            day && (
              // The middle of an even number of bars is between two; its label belongs below the later one.
              <span className="relative" key={place} style={{ left: place === 1 ? `${50 / days.length}%` : 0 }}>
                {dayName(day.day, language, 'short')}
              </span>
            ),
        )}
      </div>
      <div className="sr-only">
        <DayTable days={days} language={language} />
      </div>
    </figure>
  );
}

function Total({ colour, label, value }: { colour: string; label: string; value: string }) {
  return (
    <li className="flex items-baseline gap-2">
      <span className={`size-2.5 rounded-xs ${colour}`} />
      <span className="text-muted">{label}</span>
      <span className="font-semibold tabular-nums">{value}</span>
    </li>
  );
}

type BarProps = { day: Day; place: number; of: number; top: number; dim: boolean; onPoint: (day: Day) => void };

function Bar({ day, place, of, top, dim, onPoint }: BarProps) {
  const slot = 100 / of;
  const tall = (runs: number) => (runs === 0 ? 0 : Math.max(least, (runs / top) * height));
  const [sent, failed] = [tall(day.sent), tall(day.failed)];
  const bar = { x: `${(place + 0.2) * slot}%`, width: `${slot * 0.6}%`, rx: 3 };
  // With the smallest heights a full bar could rise over the top.
  const base = Math.min(sent, height - failed);
  const gap = base > 0 && failed > 0 ? 2 : 0;
  return (
    <g className={dim ? 'opacity-40 transition-opacity duration-120' : 'transition-opacity duration-120'}>
      <rect
        fill="transparent"
        height={height}
        onPointerEnter={() => onPoint(day)}
        width={`${slot}%`}
        x={`${place * slot}%`}
        y="0"
      />
      {base > 0 && <rect {...bar} className="pointer-events-none fill-accent" height={base} y={height - base} />}
      {failed > 0 && (
        <rect
          {...bar}
          className="pointer-events-none fill-danger-solid"
          height={Math.max(least, failed - gap)}
          y={height - base - failed}
        />
      )}
    </g>
  );
}

function DayTable({ days, language }: { days: readonly Day[]; language: Language }) {
  const { t } = useTranslation();
  return (
    <table>
      <caption>{t('dashboard.activity.tableCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.activity.day')}</th>
          <th scope="col">{t('dashboard.activity.sent')}</th>
          <th scope="col">{t('dashboard.activity.failed')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayName(day.day, language, 'long')}</th>
            <td>{day.sent}</td>
            <td>{day.failed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A day of the contract is a UTC day, so it is worded as one. */
const dayName = (day: string, language: Language, month: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(languages[language].locale, { day: 'numeric', month, timeZone: 'UTC' }).format(new Date(day));
