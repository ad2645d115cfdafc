import { LegalPage } from '#web/features/frame/legal-page.tsx';

/** `/terms`, for anybody: the terms of use. */
export const TermsPage = () => <LegalPage text="terms" />;
