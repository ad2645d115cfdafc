import { useState } from 'react';

import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { BarChooser, barUnder } from '#web/ui/bar-chooser.tsx';
import { dayName } from '#web/ui/time/day-name.ts';

import { measuredHours, percentOf, type ShownDay, stateOf } from './days.ts';
import { bars } from './tones.ts';

type DayBarsProps = { channel: string; today: string; days: readonly ShownDay[] };

/** Mouse, touch and arrow keys select a day; the table below lists all days. */
export function DayBars({ channel, today, days }: DayBarsProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const [chosen, choose] = useState<number>();
  const words = (shown: ShownDay | undefined): string => {
    if (!shown) return '';
    const state = t(`status.states.${stateOf(shown)}`);
    const { troubleMinutes: count = 0, reached = null } = shown.seen ?? {};
    const hours = measuredHours(shown, today);
    return [
      `${dayName(shown.day, language, 'long')}: ${state}`,
      ...(count > 0 ? [t('status.days.minutes', { count })] : []),
      ...(reached === null ? [] : [`${t('status.figures.reached')}: ${percentOf(reached, language)}`]),
      ...(hours === undefined ? [] : [t('status.days.partly', { hours })]),
    ].join(' · ');
  };
  const shown = chosen === undefined ? undefined : days[chosen];
  const slot = 100 / days.length;
  return (
    <div>
      <div className="relative">
        <BarChooser
          choose={choose}
          chosen={chosen ?? days.length - 1}
          count={days.length}
          label={t('status.days.choose', { channel })}
          text={words(days[chosen ?? days.length - 1])}
        />
        <svg
          aria-hidden
          className="block h-11 w-full touch-pan-y rounded-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-focus"
          onPointerDown={(event) => choose(barUnder(event, days.length))}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(undefined)}
          onPointerMove={(event) => choose(barUnder(event, days.length))}
          preserveAspectRatio="none"
          viewBox="0 0 100 100"
        >
          {days.map((day, index) => {
            const { fill, height } = bars[stateOf(day)];
            return (
              <rect
                className={`${fill} transition-opacity duration-120 ${shown && shown !== day ? 'opacity-40' : ''}`}
                height={height}
                key={day.day}
                width={slot * 0.72}
                x={(index + 0.14) * slot}
                y={100 - height}
              />
            );
          })}
        </svg>
      </div>
      <p
        aria-hidden
        className="mt-1.5 flex min-h-8 items-start sm:min-h-4 justify-between gap-4 text-xs text-subtle tabular-nums"
      >
        {shown ? (
          <span className="text-muted">{words(shown)}</span>
        ) : (
          <>
            <span>{dayName(days[0]?.day ?? today, language, 'short')}</span>
            <span>{t('status.days.today')}</span>
          </>
        )}
      </p>
    </div>
  );
}
