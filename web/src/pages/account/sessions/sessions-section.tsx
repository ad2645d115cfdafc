import { lazy, Suspense, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import { SessionTable } from './session-table.tsx';
import { type SessionEnding, useSessions } from './use-sessions.ts';

const EndDialog = lazy(async () => ({ default: (await import('./end-dialog.tsx')).EndDialog }));

export function SessionsSection() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useSessions();
  const [ending, ask] = useState<SessionEnding>();
  const dialog = usePresence(ending);
  return (
    <Card description={t('account.sessions.lead')} flush title={t('account.sessions.heading')}>
      {data ? (
        <>
          <SessionTable onEnd={ask} sessions={data} />
          <div className="flex flex-wrap gap-2 border-t border-border px-4 py-4 sm:justify-end sm:px-6">
            {data.length > 1 && (
              <Button onClick={() => ask({ kind: 'others' })} size="small" variant="secondary">
                {t('account.sessions.endOthers')}
              </Button>
            )}
            <Button onClick={() => ask({ kind: 'all' })} size="small" variant="secondary">
              {t('account.sessions.endAll')}
            </Button>
          </div>
        </>
      ) : isError ? (
        <div className="px-4 pb-4 sm:px-6 sm:pb-5">
          <LoadFailed busy={isFetching} retry={() => void refetch()} title={t('account.sessions.loadError')} />
        </div>
      ) : (
        <SessionsSkeleton />
      )}
      <Suspense>
        {dialog && (
          <EndDialog
            ending={dialog.value}
            key={dialog.turn}
            // A late reply closes only its own dialog.
            onClose={() => ask((now) => (now === dialog.value ? undefined : now))}
            open={dialog.open}
          />
        )}
      </Suspense>
    </Card>
  );
}

function SessionsSkeleton() {
  return (
    <div aria-hidden className="divide-y divide-border border-t border-border">
      {['a', 'b'].map((row) => (
        <div className="flex items-center justify-between gap-4 px-4 py-4 sm:px-6" key={row}>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="hidden h-4 w-56 sm:block" />
        </div>
      ))}
    </div>
  );
}
