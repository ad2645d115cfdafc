import { lazy, Suspense } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { accountName } from '#web/features/skill/account-state.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { AccountCard } from './account-card.tsx';
import { NoAccount } from './no-account.tsx';
import { SkillCard } from './skill-card.tsx';
import { useOpening } from './use-opening.ts';

const OtherAccountNotice = lazy(async () => ({
  default: (await import('./other-account-notice.tsx')).OtherAccountNotice,
}));
const OtherAccountDialog = lazy(async () => ({
  default: (await import('./other-account-dialog.tsx')).OtherAccountDialog,
}));
const NightlyCard = lazy(async () => {
  const [{ NightlyCard: Card }] = await Promise.all([
    import('./nightly/nightly-card.tsx'),
    loadPageTexts(['nightly', 'receipts', 'created', 'triggers', 'run-history', 'check']),
    loadRefusals(),
  ]);
  return { default: Card };
});
const UnlinkDialog = lazy(async () => ({ default: (await import('./unlink-dialog.tsx')).UnlinkDialog }));

type AccountProps = {
  account: AmazonAuth;
  workspaceId: number;
  /** Set after the user returned from Amazon with another account. */
  onOtherDismissed: (() => void) | undefined;
};

export function Account({ account, workspaceId, onOtherDismissed }: AccountProps) {
  const { t } = useTranslation();
  const unlinking = useOpening();
  const switching = useOpening();
  const isActive = account.skill === 'active';
  const skill = <SkillCard account={account} />;
  return (
    <>
      {account.skill === 'notLinked' ? (
        <NoAccount known={account.knownAccount} workspaceId={workspaceId} />
      ) : (
        <>
          {onOtherDismissed && (
            <OtherAccountNotice
              amazon={account}
              onDismiss={onOtherDismissed}
              onSwitch={switching.start}
              onUnlink={unlinking.start}
            />
          )}
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
            {/* On a phone, a broken skill comes first. */}
            {!isActive && <div className="lg:order-last">{skill}</div>}
            <AccountCard account={account} onUnlink={unlinking.start} />
            {isActive && skill}
          </div>
          <Suspense>
            <NightlyCard amazon={account} workspaceId={workspaceId} />
          </Suspense>
        </>
      )}
      <Suspense>
        {unlinking.asked && <UnlinkDialog onClose={unlinking.close} open={unlinking.open} workspaceId={workspaceId} />}
        {switching.asked && (
          <OtherAccountDialog
            account={accountName(account) ?? t('skill.linkedAccount')}
            onClose={switching.close}
            open={switching.open}
            workspaceId={workspaceId}
          />
        )}
      </Suspense>
    </>
  );
}
