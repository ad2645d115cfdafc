import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import type { Answer } from '#shared/rules/execution/receipts.ts';
import type { Language } from '#web/i18n/languages.ts';
import type { Translate } from '#web/i18n/translate.ts';
import type { Tone } from '#web/ui/badge.tsx';

import { duration } from './duration.ts';

/** The routine's answer to a run, with the outcome of the run if known. */
export type Answered = { outcome?: Outcome | undefined; answer?: Answer | undefined; ranMs?: number | undefined };

export const answerTones: Readonly<Record<Answer, Tone>> = {
  ran: 'success',
  shared: 'info',
  awaited: 'neutral',
  none: 'warning',
};

/** How many runs in a row were not confirmed. While the newest one waits, it is not counted. */
export const silentWords = (
  t: Translate,
  { answer, silent }: { answer?: Answer | undefined; silent: number },
): string => t(answer === 'awaited' ? 'receipts.silentBefore' : 'receipts.silent', { count: silent });

/** Undefined for a run that does not wait for an answer. The caller loads the texts of `receipts`. */
export function answerWords(
  t: Translate,
  { outcome, answer, ranMs }: Answered,
  language: Language,
): string | undefined {
  if (answer === 'none' && outcome === undefined) return t('receipts.silent', { count: 1 });
  // Alexa did not confirm that it received the event.
  if (outcome !== 'sent' && (answer === 'awaited' || answer === 'none')) return t(`receipts.maybe.${answer}`);
  return answer && t(`receipts.${answer}`, { time: ranMs === undefined ? undefined : duration(ranMs, language) });
}

type Told = Answered & { outcome: Outcome };

/** Formats the routine's answer, or the outcome at Alexa if no answer is expected. */
export const runWords = (t: Translate, run: Told, language: Language): string =>
  answerWords(t, run, language) ?? t(`runHistory.outcomes.${run.outcome}`);

/** Undefined if `runWords` already says everything. A confirmed run proves that Alexa received the event. */
export function runReason(t: Translate, { outcome, answer }: Told): string | undefined {
  if (answer === 'ran') return undefined;
  if (answer === 'shared' || (answer === 'none' && outcome === 'sent')) return t(`receipts.why.${answer}`);
  return outcome === 'sent' ? undefined : t(`runHistory.why.${outcome}`);
}
