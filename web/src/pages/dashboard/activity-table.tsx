import { formatNumber } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { type DailyRuns, dayName } from './daily-runs.ts';

export function ActivityTable({ days, language }: { days: readonly DailyRuns[]; language: Language }) {
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
            <td>{formatNumber(day.sent, language)}</td>
            <td>{formatNumber(day.failed, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
