import { lazy, Suspense, useState } from 'react';

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

const loadDialogs = () => import('./arrival-dialogs.tsx');
const AccountInUseDialog = lazy(async () => ({ default: (await loadDialogs()).AccountInUseDialog }));
const LinkedDialog = lazy(async () => ({ default: (await loadDialogs()).LinkedDialog }));
const UnlinkDialog = lazy(async () => ({ default: (await import('./unlink-dialog.tsx')).UnlinkDialog }));

export function AmazonAuthPage() {
  const { t } = useTranslation();
  const current = useCurrentWorkspace();
  const workspaceId = current.data?.id;
  const amazon = useAmazonAuth();
  const [arrival, dismiss] = useArrival();
  const [greeted, setGreeted] = useState(false);
  const skillActive = amazon.data?.skill === 'active';

  return (
    <>
      <PageHeader title={t('amazonAuth.title')}>{t('amazonAuth.lead')}</PageHeader>
      {arrival && (amazon.data || arrival.kind !== 'success') && (
        <ArrivalNotice arrival={arrival} onDismiss={dismiss} skillActive={skillActive} />
      )}
      {amazon.data && workspaceId !== undefined ? (
        <Account account={amazon.data} workspaceId={workspaceId} />
      ) : (
        <NotLoaded of={[current, amazon]} title={t('amazonAuth.loadError')}>
          <AccountSkeleton />
        </NotLoaded>
      )}
      <Suspense>
        {arrival?.kind === 'inUse' && (
          <AccountInUseDialog onClose={dismiss} open workspaceName={arrival.workspaceName} />
        )}
        {arrival?.kind === 'success' && amazon.data && (
          <LinkedDialog onClose={() => setGreeted(true)} open={!greeted} skillActive={skillActive} />
        )}
      </Suspense>
    </>
  );
}

type AccountProps = { account: NonNullable<ReturnType<typeof useAmazonAuth>['data']>; workspaceId: number };

function Account({ account, workspaceId }: AccountProps) {
  const [asked, setAsked] = useState(false);
  const [unlinking, setUnlinking] = useState(false);
  return (
    <>
      {account.skill === 'notLinked' ? (
        <NoAccount known={account.knownAccount} workspaceId={workspaceId} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
          <AccountCard
            account={account}
            onUnlink={() => {
              setAsked(true);
              setUnlinking(true);
            }}
            workspaceId={workspaceId}
          />
          <SkillCard account={account} />
        </div>
      )}
      <Suspense>
        {asked && <UnlinkDialog onClose={() => setUnlinking(false)} open={unlinking} workspaceId={workspaceId} />}
      </Suspense>
    </>
  );
}
