import { LegalPage } from '#web/features/frame/legal-page.tsx';

/** `/privacy`, for anybody: the privacy policy. */
export const PrivacyPage = () => <LegalPage text="privacy" />;
