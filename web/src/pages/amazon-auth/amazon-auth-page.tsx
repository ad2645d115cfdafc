import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';

import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useCurrentWorkspace } from '#web/api/use-session.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

import { AccountSkeleton } from './account-skeleton.tsx';
import { Account } from './account.tsx';
import { ArrivalNotice } from './arrival-notice.tsx';
import { useArrival } from './use-arrival.ts';
import { useConnection } from './use-connection.ts';

const AccountInUseDialog = lazy(async () => ({
  default: (await import('./account-in-use-dialog.tsx')).AccountInUseDialog,
}));
const StageDialog = lazy(async () => ({ default: (await import('./stage-dialog.tsx')).StageDialog }));
const ConnectingCard = lazy(async () => ({ default: (await import('./connecting-card.tsx')).ConnectingCard }));

export function AmazonAuthPage() {
  const { t } = useTranslation();
  const current = useCurrentWorkspace();
  const workspaceId = current.data?.id;
  const amazon = useAmazonAuth();
  const isOpening = new URLSearchParams(useSearch()).has('id');
  const [arrived, dismiss] = useArrival();
  // While `?id=` still switches the workspace, the result would show for the wrong one.
  const arrival = isOpening ? undefined : arrived;
  const connection = useConnection(arrival, amazon.data);
  const isUnknown = current.isError || amazon.isError;

  return (
    <>
      <PageHeader title={t('amazonAuth.title')}>{t('amazonAuth.lead')}</PageHeader>
      {arrival && (amazon.data ? arrival.kind !== 'otherAccount' : isUnknown && arrival.kind !== 'success') && (
        <ArrivalNotice amazon={amazon.data} arrival={arrival} onDismiss={dismiss} />
      )}
      {amazon.data && workspaceId !== undefined ? (
        // Waits for the progress card, so that nothing below it moves.
        <Suspense fallback={<AccountSkeleton />}>
          {amazon.data.connecting && (
            <ConnectingCard amazon={amazon.data} connecting={amazon.data.connecting} workspaceId={workspaceId} />
          )}
          <Account
            account={amazon.data}
            onOtherDismissed={arrival?.kind === 'otherAccount' ? dismiss : undefined}
            workspaceId={workspaceId}
          />
        </Suspense>
      ) : (
        <NotLoaded of={[current, amazon]} title={t('amazonAuth.loadError')}>
          <AccountSkeleton />
        </NotLoaded>
      )}
      <Suspense>
        {arrival?.kind === 'inUse' && (
          <AccountInUseDialog onClose={dismiss} open workspaceId={workspaceId} workspaceName={arrival.workspaceName} />
        )}
        {connection.stage && amazon.data && workspaceId !== undefined && (
          <StageDialog
            amazon={amazon.data}
            onClose={connection.close}
            open={connection.open}
            stage={connection.stage}
            workspaceId={workspaceId}
          />
        )}
      </Suspense>
    </>
  );
}
