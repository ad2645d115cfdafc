import { LegalPage } from '../../app/legal-page.tsx';

/** `/terms`, for anybody: the terms of use. */
export const TermsPage = () => <LegalPage text="terms" />;
