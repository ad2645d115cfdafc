import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { type ConnectingProblem, helpAfter } from '#shared/rules/connecting-problems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';

import { RefusalWords } from '../refusal-words.tsx';
import { accountName } from './account-state.ts';
import { helpFor } from './help-for.ts';
import { ManualSteps } from './manual-steps.tsx';
import { OffText } from './off-text.tsx';

const names = {
  'amazon.allowDeclined': 'declined',
  'amazon.accountNotConfirmed': 'notConfirmed',
  'amazon.otherAccountChosen': 'otherAccount',
  'amazon.consentRefused': 'consentRefused',
  'amazon.enablementRefused': 'refused',
  'amazon.enablementNotConfigured': 'notConfigured',
  'amazon.enablementUnavailable': 'unavailable',
  'amazon.connectTooOften': 'tooOften',
} as const satisfies Readonly<Record<ConnectingProblem, string>>;

const nameOf = (problem: string) => Object.entries(names).find(([key]) => key === problem)?.[1] ?? 'unknown';

/** Texts for problems that another attempt may solve. */
const again = {
  declined: 'skill.problem.declined.again',
  notConfirmed: 'skill.problem.notConfirmed.again',
  otherAccount: 'skill.problem.otherAccount.again',
  consentRefused: 'skill.problem.consentRefused.again',
  unavailable: 'skill.problem.unavailable.again',
} as const;

const mayHelp = (name: string): name is keyof typeof again => Object.hasOwn(again, name);

type ConnectProblemProps = {
  amazon: AmazonAuth;
  problem: string;
};

export function ConnectProblem({ amazon, problem }: ConnectProblemProps) {
  const { t } = useTranslation();
  const name = nameOf(problem);
  const help = helpFor(amazon, problem);
  const account = accountName(amazon) ?? t('skill.linkedAccount');
  const words = t(`skill.problem.${name}.title`);
  const title = name === 'unknown' ? <RefusalWords of={problem} otherwise={words} /> : words;
  return (
    <div className="grid gap-5">
      <Notice title={title} tone="warning">
        <span className="wrap-anywhere">
          {t(`skill.problem.${name}.text`, { account })}{' '}
          {help !== 'byHand' && mayHelp(name) && t(again[name], { account })}
        </span>
        <OffText amazon={amazon} />
      </Notice>
      {help !== 'again' && (
        <div className="grid gap-3">
          <p>{t(`skill.problem.${introFor()}`)}</p>
          <ManualSteps amazon={amazon} withLink={help === 'either'} />
        </div>
      )}
    </div>
  );

  function introFor() {
    if (help === 'either' || name === 'tooOften') return 'orByHand';
    return helpAfter(problem) === 'byHand' ? 'byHand' : 'onlyByHand';
  }
}
