import { Link } from 'wouter';

import type { Findings } from '#shared/contracts/findings.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { duration } from '#web/features/runs/duration.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { useWhen } from './use-when.ts';

type LastAnswerProps = { answer: Findings['lastAnswer']; triggers: readonly Trigger[] | undefined };

/** When a routine last confirmed a run, or how to set up confirmations. */
export function LastAnswer({ answer, triggers = [] }: LastAnswerProps) {
  const { t, i18n } = useTranslation();
  const when = useWhen();
  if (answer) {
    const said = when(answer.at, 'findings.atTime', 'findings.onDate');
    const took = answer.ms === undefined ? undefined : duration(answer.ms, asLanguage(i18n.language));
    return <>{took ? t('findings.lastAnswerIn', { when: said, took }) : t('findings.lastAnswer', { when: said })}</>;
  }
  const [trigger] = triggers.toSorted((one, other) => (other.lastExecuted ?? '').localeCompare(one.lastExecuted ?? ''));
  return (
    <>
      {t('findings.noAnswer')}{' '}
      {trigger && (
        <Link
          className="rounded-xs font-medium text-accent-text underline-offset-2 hover:underline"
          href={`/triggers?runs=${trigger.id}`}
        >
          {t('findings.confirm')}
        </Link>
      )}
    </>
  );
}
