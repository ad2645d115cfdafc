import { LegalPage } from '#web/features/frame/legal-page.tsx';

export const PrivacyPage = () => <LegalPage text="privacy" />;
