import { CircleAlert, Clock } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { nightReasonOf } from '#shared/rules/nightly/night-reasons.ts';
import { titleOf } from '#web/features/findings/finding-words.ts';
import { RepairLink } from '#web/features/findings/repair-link.tsx';
import type { ShownFinding } from '#web/features/findings/use-findings.ts';
import { SkillAdvice } from '#web/features/skill/repair-action.tsx';
import { formatFullDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

import { useWhen } from './use-when.ts';

/** A problem that exists or is about to, since when, and its fix button. */
export function FindingRow({ finding, amazon }: { finding: ShownFinding; amazon: AmazonAuth | undefined }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const isBroken = finding.severity === 'broken';
  const Icon = isBroken ? CircleAlert : Clock;
  return (
    <li className="border-b border-border last:border-b-0">
      <RestoreFocus>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-4 sm:px-6">
          <div className="flex min-w-0 grow basis-64 gap-3">
            <Icon aria-hidden className={`mt-0.5 shrink-0 ${isBroken ? 'text-danger' : 'text-warning'}`} size={18} />
            <div className="min-w-0">
              <h3 className="font-medium wrap-anywhere">{titleOf(t, finding, language)}</h3>
              <p className="mt-0.5 max-w-prose text-muted text-pretty">
                <Advice amazon={amazon} finding={finding} />
              </p>
              {isBroken && finding.key !== 'grantEnded' && <Since at={finding.since} />}
            </div>
          </div>
          <div className="pl-7.5 sm:pl-0">
            <RepairLink finding={finding} />
          </div>
        </div>
      </RestoreFocus>
    </li>
  );
}

function Since({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const when = useWhen();
  return (
    <p className="mt-1 text-xs text-subtle">
      <time dateTime={at} title={formatFullDate(at, asLanguage(i18n.language))}>
        {when(at, 'findings.sinceTime', 'findings.sinceDate')}
      </time>
    </p>
  );
}

/** For the skill, also shows when we noticed. */
function Advice({ finding: { key, why }, amazon }: { finding: ShownFinding; amazon: AmazonAuth | undefined }) {
  const { t } = useTranslation();
  if (key === 'grantEnded') return amazon && <SkillAdvice amazon={amazon} />;
  return <>{t(key === 'nightlyFailed' ? `findings.nightlyFailed.${nightReasonOf(why)}` : `findings.${key}.text`)}</>;
}
