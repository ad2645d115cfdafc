import { lazy, Suspense, useState } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useCurrentWorkspace } from '#web/api/use-session.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

import { AccountCard } from './account-card.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';
import { ArrivalNotice } from './arrival-notice.tsx';
import { NoAccount } from './no-account.tsx';
import { SkillCard } from './skill-card.tsx';
import { useArrival } from './use-arrival.ts';
import { useConnection } from './use-connection.ts';

const AccountInUseDialog = lazy(async () => ({
  default: (await import('./account-in-use-dialog.tsx')).AccountInUseDialog,
}));
const StageDialog = lazy(async () => ({ default: (await import('./stage-dialog.tsx')).StageDialog }));
const ConnectingCard = lazy(async () => ({ default: (await import('./connecting-card.tsx')).ConnectingCard }));
const UnlinkDialog = lazy(async () => ({ default: (await import('./unlink-dialog.tsx')).UnlinkDialog }));

export function AmazonAuthPage() {
  const { t } = useTranslation();
  const current = useCurrentWorkspace();
  const workspaceId = current.data?.id;
  const amazon = useAmazonAuth();
  const [arrival, dismiss] = useArrival();
  const connection = useConnection(arrival, amazon.data);
  const isUnknown = current.isError || amazon.isError;

  return (
    <>
      <PageHeader title={t('amazonAuth.title')}>{t('amazonAuth.lead')}</PageHeader>
      {arrival && (amazon.data || (isUnknown && arrival.kind !== 'success')) && (
        <ArrivalNotice amazon={amazon.data} arrival={arrival} onDismiss={dismiss} />
      )}
      {amazon.data && workspaceId !== undefined ? (
        // Nothing below the progress moves when it comes.
        <Suspense fallback={<AccountSkeleton />}>
          {amazon.data.connecting && (
            <ConnectingCard
              amazon={amazon.data}
              connecting={amazon.data.connecting}
              late={connection.late}
              workspaceId={workspaceId}
            />
          )}
          <Account account={amazon.data} workspaceId={workspaceId} />
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
            late={connection.late}
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

function Account({ account, workspaceId }: { account: AmazonAuth; workspaceId: number }) {
  const [asked, setAsked] = useState(false);
  const [unlinking, setUnlinking] = useState(false);
  const isActive = account.skill === 'active';
  const skill = <SkillCard account={account} />;
  return (
    <>
      {account.skill === 'notLinked' ? (
        <NoAccount known={account.knownAccount} workspaceId={workspaceId} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
          {/* On a phone, what needs mending comes first. */}
          {!isActive && <div className="lg:order-last">{skill}</div>}
          <AccountCard
            account={account}
            onUnlink={() => {
              setAsked(true);
              setUnlinking(true);
            }}
          />
          {isActive && skill}
        </div>
      )}
      <Suspense>
        {asked && <UnlinkDialog onClose={() => setUnlinking(false)} open={unlinking} workspaceId={workspaceId} />}
      </Suspense>
    </>
  );
}
