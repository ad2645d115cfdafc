import { CalendarClock } from 'lucide-react';

import type { PlannedRun } from '#shared/contracts/plans.ts';
import { nextWords } from '#web/features/schedule/planned-words.ts';
import { browserZone, offsetOf, sameClock } from '#web/features/schedule/time-zones.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

type NextRunLineProps = {
  /** Of one trigger, the next run first. */
  plans: readonly PlannedRun[];
  timeZone: string | undefined;
};

/** Shown below a trigger's name: when it runs next. */
export function NextRunLine({ plans, timeZone }: NextRunLineProps) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const next = plans.find(({ nextAt }) => nextAt !== undefined)?.nextAt;
  if (next === undefined && !plans.some(({ paused }) => paused)) return null;
  const here = browserZone();
  const zone = timeZone ?? here ?? 'UTC';
  const elsewhere = here !== undefined && !sameClock(zone, here, now);
  return (
    <span className="mt-1 flex items-start gap-1.5 text-xs font-normal text-muted">
      <CalendarClock aria-hidden className="mt-px shrink-0 text-subtle" size={14} />
      <span className="min-w-0 text-pretty">{words()}</span>
    </span>
  );

  function words(): string {
    if (next === undefined) return t('schedule.line.paused');
    const when = nextWords(t, next, { zone, language: asLanguage(i18n.language), now });
    return t('schedule.line.next', { when: elsewhere ? `${when} (${offsetOf(zone, now)})` : when });
  }
}
