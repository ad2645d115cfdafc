import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

import { DeletionNotice } from './deletion-notice.tsx';
import { MyDataSection } from './my-data-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';
import { useSessions } from './sessions/use-sessions.ts';

/** Each section is a card in its own file that fetches its own data. */
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
        {/* Shown after the list above has loaded, so that nothing moves. */}
        {!sessions.isPending && <MyDataSection />}
      </div>
    </>
  );
}
