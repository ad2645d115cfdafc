import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { type ConnectingProblem, helpAfter } from '#shared/rules/connecting-problems.ts';
import { refusalText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';

import { ManualSteps } from './manual-steps.tsx';
import { accountName } from './mend-of.ts';

const names = {
  'amazon.allowDeclined': 'declined',
  'amazon.otherAccountChosen': 'otherAccount',
  'amazon.consentRefused': 'consentRefused',
  'amazon.enablementRefused': 'refused',
  'amazon.enablementNotConfigured': 'notConfigured',
  'amazon.enablementUnavailable': 'unavailable',
  'amazon.connectTooOften': 'tooOften',
} as const satisfies Readonly<Record<ConnectingProblem, string>>;

const nameOf = (problem: string) => Object.entries(names).find(([key]) => key === problem)?.[1] ?? 'unknown';

export function ConnectProblem({ amazon, problem }: { amazon: AmazonAuth; problem: string }) {
  const { t } = useTranslation();
  const name = nameOf(problem);
  const help = helpAfter(problem);
  const account = accountName(amazon) ?? t('skill.linkedAccount');
  const title = (name === 'unknown' && refusalText(problem)) || t(`skill.problem.${name}.title`);
  return (
    <div className="grid gap-5">
      <Notice title={title} tone="warning">
        <span className="wrap-anywhere">{t(`skill.problem.${name}.text`, { account })}</span>
      </Notice>
      {help !== 'again' && (
        <div className="grid gap-3">
          {help === 'either' && <p>{t('skill.problem.orByHand')}</p>}
          <ManualSteps amazon={amazon} />
        </div>
      )}
    </div>
  );
}
