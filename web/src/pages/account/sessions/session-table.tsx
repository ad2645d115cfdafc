import { CircleQuestionMark, Laptop, Smartphone, Tablet } from 'lucide-react';

import type { Session } from '#shared/contracts/sessions.ts';
import { formatDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import { deviceName, type SessionEnding } from './use-sessions.ts';

type SessionTableProps = { sessions: readonly Session[]; onEnd: (ending: SessionEnding) => void };

export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const { t } = useTranslation();
  return (
    <Table columns={columnsOf(t, onEnd)} keyOf={({ id }) => id} name={t('account.sessions.caption')} rows={sessions} />
  );
}

function columnsOf(t: Translate, onEnd: SessionTableProps['onEnd']): readonly Column<Session>[] {
  return [
    {
      key: 'device',
      title: t('account.sessions.device'),
      main: true,
      cell: (session) => <Device session={session} />,
    },
    {
      key: 'lastUsed',
      title: t('account.sessions.lastUsed'),
      cell: ({ current, lastUsedAt }) =>
        current ? <span>{t('account.sessions.now')}</span> : <LastUsed at={lastUsedAt} />,
    },
    {
      key: 'since',
      title: t('account.sessions.since'),
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: 'actions',
      title: t('account.sessions.actions'),
      actions: true,
      cell: (session) => (
        // In the card layout, the cell has the margin of icon buttons.
        <span className="ml-2 sm:ml-0">
          <Button
            aria-label={t('account.sessions.endNamed', { device: deviceName(t, session) })}
            onClick={() => onEnd({ kind: session.current ? 'this' : 'one', session })}
            size="small"
            variant="secondary"
          >
            {t('account.sessions.end')}
          </Button>
        </span>
      ),
    },
  ];
}

const icons = {
  Android: Smartphone,
  iPhone: Smartphone,
  iPad: Tablet,
  ChromeOS: Laptop,
  Linux: Laptop,
  macOS: Laptop,
  Windows: Laptop,
} as const;

function Device({ session }: { session: Session }) {
  const { t } = useTranslation();
  const Icon = session.system ? icons[session.system] : CircleQuestionMark;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Icon aria-hidden className="shrink-0 text-subtle" size={18} />
      <span className="min-w-0">{deviceName(t, session)}</span>
      {session.current && (
        <>
          {' '}
          <Badge tone="accent">{t('account.sessions.current')}</Badge>
        </>
      )}
    </span>
  );
}

const hour = 3_600_000;

/** The server stores a use at most once an hour, so the last one may be up to an hour later. */
function LastUsed({ at }: { at: string }) {
  const { t, i18n } = useTranslation();
  const hours = Math.floor((useMinute() - Date.parse(at)) / hour);
  if (hours >= 24) return <span>{formatDate(at, asLanguage(i18n.language))}</span>;
  return <span>{hours < 1 ? t('account.sessions.lastHour') : t('account.sessions.hoursAgo', { count: hours })}</span>;
}
