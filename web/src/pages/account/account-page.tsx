import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

import { DeletionNotice } from './deletion-notice.tsx';
import { MyDataSection } from './my-data-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';
import { useSessions } from './sessions/use-sessions.ts';

/** Each section is a card in a file of its own, and fetches what it shows. */
export function AccountPage() {
  const { t } = useTranslation();
  const sessions = useSessions();
  return (
    <>
      <PageHeader title={t('account.title')}>{t('account.lead')}</PageHeader>
      <DeletionNotice />
      <div className="grid gap-6">
        <ProfileSection />
        <SessionsSection />
        {/* Below a list of unknown length, so that nothing moves. */}
        {!sessions.isPending && <MyDataSection />}
      </div>
    </>
  );
}
