import { LegalPage } from '#web/features/frame/legal-page.tsx';

export const TermsPage = () => <LegalPage text="terms" />;
