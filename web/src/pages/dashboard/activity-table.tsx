import { formatNumber } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { dayName } from '#web/ui/time/day-name.ts';

import type { DailyRuns } from './daily-runs.ts';

type ActivityTableProps = { days: readonly DailyRuns[]; language: Language; withRan: boolean };

export function ActivityTable({ days, language, withRan }: ActivityTableProps) {
  const { t } = useTranslation();
  return (
    <table>
      <caption>{t('dashboard.activity.tableCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.activity.day')}</th>
          {withRan && <th scope="col">{t('dashboard.activity.ran')}</th>}
          <th scope="col">{t(withRan ? 'dashboard.activity.unconfirmed' : 'dashboard.activity.sent')}</th>
          <th scope="col">{t('dashboard.activity.failed')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayName(day.day, language, 'long')}</th>
            {withRan && <td>{formatNumber(day.ran, language)}</td>}
            <td>{formatNumber(day.sent - day.ran, language)}</td>
            <td>{formatNumber(day.failed, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
