import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'wouter';

import { titleOf } from '#web/features/findings/finding-words.ts';
import { RepairLink } from '#web/features/findings/repair-link.tsx';
import { findingsToShow } from '#web/features/findings/repair-page.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';

/**
 * Shows a single finding with its fix button, or the number of findings with a link to all. At the bottom, because it
 * loads late.
 */
export function FindingsBanner() {
  const { t, i18n } = useTranslation();
  const [path] = useLocation();
  const sentence = useId();
  const found = findingsToShow(path, useFindings().data?.findings ?? []);
  const [first] = found;
  if (!first) return null;
  const isOne = found.length === 1;
  return (
    <aside
      aria-labelledby={sentence}
      className="fixed inset-x-0 bottom-0 z-20 bg-danger-soft text-sm text-danger lg:left-64"
    >
      <div className="mx-auto flex max-w-280 items-center gap-x-4 px-4 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] sm:px-6">
        <p className="flex min-w-0 grow gap-2 py-1">
          <CircleAlert aria-hidden className="mt-0.5 shrink-0" size={16} />
          <span className="min-w-0 wrap-anywhere" id={sentence}>
            {isOne ? titleOf(t, first, asLanguage(i18n.language)) : t('findings.inWorkspace', { count: found.length })}
          </span>
        </p>
        {isOne ? (
          <RepairLink finding={first} />
        ) : (
          <Link className={buttonClass('secondary', 'small')} href="/dashboard">
            {t('findings.seeAll')}
          </Link>
        )}
      </div>
    </aside>
  );
}
