import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';

import { useUser } from '#web/api/use-session.ts';
import { formatFullDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Shows when the account will be deleted, with a link to the page where the user can keep it. */
export function DeletionBanner() {
  const { t, i18n } = useTranslation();
  const dueAt = useUser()?.deletionDueAt;
  const sentence = useId();
  if (dueAt === undefined) return null;
  const date = formatFullDate(dueAt, asLanguage(i18n.language));
  return (
    <aside aria-labelledby={sentence} className="bg-warning-soft text-sm text-warning">
      <div className="mx-auto flex max-w-280 flex-wrap items-center gap-x-4 px-4 py-1 sm:px-6">
        <p className="flex min-w-0 gap-2 pt-1.5 sm:pb-1.5">
          <Trash2 aria-hidden className="mt-0.5 shrink-0" size={16} />
          <span id={sentence}>{t('account.deletion.planned', { date })}</span>
        </p>
        <Link
          className="inline-flex action-size items-center rounded-sm font-medium underline underline-offset-2"
          href="/account"
        >
          {t('account.deletion.toKeep')}
        </Link>
      </div>
    </aside>
  );
}
