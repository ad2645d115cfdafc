import { formatDate } from '#web/i18n/formats/dates.ts';
import { formatTimeToday } from '#web/i18n/formats/time-today.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import type { TextKey } from '#web/i18n/text-key.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

/** Formats a moment of today with its time, any other with its date. */
export function useWhen() {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const now = useMinute();
  return (at: string, withTime: TextKey, withDate: TextKey): string => {
    const time = formatTimeToday(at, now, language);
    return time === undefined ? t(withDate, { date: formatDate(at, language) }) : t(withTime, { time });
  };
}
