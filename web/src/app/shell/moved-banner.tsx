import { ArrowRightLeft } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'wouter';

import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { formatDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Shows that the Amazon account was moved to another workspace, with a link to the page that links an account. */
export function MovedBanner() {
  const { t, i18n } = useTranslation();
  const [path] = useLocation();
  const at = useAmazonAuth(false).data?.movedAwayAt;
  const sentence = useId();
  if (at === undefined) return null;
  const date = formatDate(at, asLanguage(i18n.language));
  return (
    <aside aria-labelledby={sentence} className="bg-warning-soft text-sm text-warning">
      <div className="mx-auto flex max-w-280 gap-2 px-4 py-1 sm:px-6">
        <ArrowRightLeft aria-hidden className="mt-2 shrink-0" size={16} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-4">
          <p className="py-1.5" id={sentence}>
            {t('skill.movedAway', { date })}
          </p>
          {path !== '/amazon-auth' && (
            <Link
              className="inline-flex action-size items-center rounded-sm font-medium underline underline-offset-2"
              href="/amazon-auth"
            >
              {t('skill.linkAccount')}
            </Link>
          )}
        </div>
      </div>
    </aside>
  );
}
