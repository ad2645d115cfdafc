import { ExternalLink } from 'lucide-react';
import type { Ref } from 'react';

import { useConfig } from '#web/api/use-config.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Where Amazon's own menu leads. Login with Amazon uses the sign-in of this store, whichever the person shops in. */
const signOutUrl = 'https://www.amazon.com/gp/flex/sign-out.html?action=sign-out';

/** Ends what this browser is signed in as at Amazon, in a tab of its own. */
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
