import { LegalPage } from '../../app/legal-page.tsx';

/** `/privacy`, for anybody: the privacy policy. */
export const PrivacyPage = () => <LegalPage text="privacy" />;
