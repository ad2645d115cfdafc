import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

import { formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { dayName } from '#web/ui/time/day-name.ts';

import { percentOf, type ShownDay, stateOf, timeOf } from './days.ts';

type DayTableProps = { channel: string; days: readonly ShownDay[] };

export function DayTable({ channel, days }: DayTableProps) {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  return (
    <details className="group mt-1" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-xs text-accent-text hover:underline coarse:min-h-11">
        <ChevronRight aria-hidden className="transition-transform duration-120 group-open:rotate-90" size={16} />
        {t('status.days.table')}
        <span className="sr-only">: {channel}</span>
      </summary>
      {isOpen && <Rows channel={channel} days={days} />}
    </details>
  );
}

function Rows({ channel, days }: DayTableProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const timeIn = (of: 'p50' | 'p95'): Column<ShownDay> => ({
    key: of,
    title: t(`status.days.${of}`),
    cell: ({ seen }) => (seen?.latencyMs ? timeOf(seen.latencyMs[of], language) : '–'),
  });
  const columns: readonly Column<ShownDay>[] = [
    { key: 'day', title: t('status.days.day'), main: true, cell: ({ day }) => dayName(day, language, 'short') },
    { key: 'state', title: t('status.days.state'), cell: (shown) => t(`status.states.${stateOf(shown)}`) },
    {
      key: 'trouble',
      title: t('status.days.trouble'),
      cell: ({ seen }) => (seen ? formatNumber(seen.troubleMinutes, language) : '–'),
    },
    {
      key: 'reached',
      title: t('status.days.reached'),
      cell: ({ seen }) => (typeof seen?.reached === 'number' ? percentOf(seen.reached, language) : '–'),
    },
    timeIn('p50'),
    timeIn('p95'),
  ];
  return (
    <div className="-mx-4 mt-2 tabular-nums sm:-mx-6">
      <Table
        columns={columns}
        keyOf={({ day }) => day}
        name={t('status.days.caption', { channel })}
        rows={days.toReversed()}
      />
    </div>
  );
}
