import { Compass } from 'lucide-react';
import { Link } from 'wouter';

import { PublicFrame } from '#web/features/frame/public-frame.tsx';
import { usePageTitle } from '#web/features/frame/use-page-title.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';

import { FocusHeading } from './page-slot.tsx';

export function NotFoundPage({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation();
  usePageTitle(t('shell.titles.notFound'));
  const content = (
    <div className="grid place-items-center px-4 py-16 text-center sm:py-24">
      <div className="mb-5 grid size-14 place-items-center rounded-lg border border-border bg-surface text-subtle">
        <Compass aria-hidden size={26} strokeWidth={1.5} />
      </div>
      <h1 className="text-xl font-semibold tracking-tight" tabIndex={-1}>
        {t('shell.titles.notFound')}
      </h1>
      <p className="mt-2 max-w-sm text-muted text-pretty">{t('shell.notFoundHint')}</p>
      <Link
        className={`mt-6 ${buttonClass(signedIn ? 'secondary' : 'primary')}`}
        href={signedIn ? '/dashboard' : '/login'}
      >
        {signedIn ? t('shell.goHome') : t('shell.goToLogin')}
      </Link>
      <FocusHeading />
    </div>
  );
  return signedIn ? content : <PublicFrame>{content}</PublicFrame>;
}
