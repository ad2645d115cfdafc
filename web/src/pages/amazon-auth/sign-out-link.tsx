import { ExternalLink } from 'lucide-react';
import type { Ref } from 'react';

import { useConfig } from '#web/api/use-config.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** The sign-out link of Amazon's menu. Login with Amazon uses the session of this store, wherever the user shops. */
const signOutUrl = 'https://www.amazon.com/gp/flex/sign-out.html?action=sign-out';

/** Signs this browser out at Amazon, in a new tab. */
export function SignOutLink({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  const { t } = useTranslation();
  return (
    <a
      className="inline-flex items-center gap-1 font-medium text-accent-text underline underline-offset-2"
      href={useConfig()?.amazonSignOutUrl ?? signOutUrl}
      ref={ref}
      rel="noopener noreferrer"
      target="_blank"
    >
      {t('amazonAuth.signOut')}
      <ExternalLink aria-hidden size={14} />
      <span className="sr-only">({t('common.newTab')})</span>
    </a>
  );
}
