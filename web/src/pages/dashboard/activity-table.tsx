import { formatNumber } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { dayName } from '#web/ui/time/day-name.ts';

import { countOf, type DailyRuns, kindsIn } from './daily-runs.ts';

type ActivityTableProps = { days: readonly DailyRuns[]; language: Language };

export function ActivityTable({ days, language }: ActivityTableProps) {
  const { t } = useTranslation();
  const kinds = kindsIn(days);
  return (
    <table>
      <caption>{t('dashboard.activity.tableCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.activity.day')}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col">
              {t(`dashboard.activity.${kind}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayName(day.day, language, 'long')}</th>
            {kinds.map((kind) => (
              <td key={kind}>{formatNumber(countOf(day, kind), language)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
