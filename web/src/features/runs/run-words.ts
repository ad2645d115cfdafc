import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import type { Answer } from '#shared/rules/execution/receipts.ts';
import type { Language } from '#web/i18n/languages.ts';
import type { Translate } from '#web/i18n/translate.ts';
import type { Tone } from '#web/ui/badge.tsx';

import { duration } from './duration.ts';

/** What a run's routine answered; `outcome`: of the run, where it is known. */
export type Answered = { outcome?: Outcome | undefined; answer?: Answer | undefined; ranMs?: number | undefined };

export const answerTones: Readonly<Record<Answer, Tone>> = {
  ran: 'success',
  shared: 'info',
  awaited: 'neutral',
  none: 'warning',
};

/** How many runs in a row were not confirmed; of the newest nobody knows while it waits. */
export const silentWords = (
  t: Translate,
  { answer, silent }: { answer?: Answer | undefined; silent: number },
): string => t(answer === 'awaited' ? 'receipts.silentBefore' : 'receipts.silent', { count: silent });

/** Undefined for a run that waits for no answer. */
export function answerWords(
  t: Translate,
  { outcome, answer, ranMs }: Answered,
  language: Language,
): string | undefined {
  // Nobody knows whether Alexa took it.
  if (outcome !== 'sent' && answer === 'awaited') return t('receipts.maybe');
  if (outcome !== 'sent' && answer === 'none') return t('receipts.silent', { count: 1 });
  return answer && t(`receipts.${answer}`, { time: ranMs === undefined ? undefined : duration(ranMs, language) });
}
