import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { refusalText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';

import { ManualSteps } from './manual-steps.tsx';
import { accountName } from './mend-of.ts';

const problems = {
  'amazon.allowDeclined': 'declined',
  'amazon.otherAccountChosen': 'otherAccount',
  'amazon.enablementRefused': 'refused',
  'amazon.enablementUnavailable': 'unavailable',
  'amazon.connectTooOften': 'tooOften',
} as const;

export const nameOfProblem = (key: string) => Object.entries(problems).find(([each]) => each === key)?.[1] ?? 'unknown';

/** Another try helps. */
export const mayTryAgain = (key: string): boolean =>
  ['declined', 'otherAccount', 'unavailable'].includes(nameOfProblem(key));

/** The Alexa app helps, where another try does not or is not wanted. */
export const mayGoByHand = (key: string): boolean => nameOfProblem(key) === 'declined' || !mayTryAgain(key);

export function ConnectProblem({ amazon, problem }: { amazon: AmazonAuth; problem: string }) {
  const { t } = useTranslation();
  const name = nameOfProblem(problem);
  const account = accountName(amazon) ?? t('skill.linkedAccount');
  const title = (name === 'unknown' && refusalText(problem)) || t(`skill.problem.${name}.title`);
  return (
    <div className="grid gap-5">
      <Notice title={title} tone="warning">
        <span className="wrap-anywhere">{t(`skill.problem.${name}.text`, { account })}</span>
      </Notice>
      {mayGoByHand(problem) && (
        <div className="grid gap-3">
          {mayTryAgain(problem) && <p>{t('skill.problem.orByHand')}</p>}
          <ManualSteps amazon={amazon} />
        </div>
      )}
    </div>
  );
}
