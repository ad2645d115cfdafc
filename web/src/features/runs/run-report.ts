import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { type Fix, type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { formatNumber } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import type { Translate } from '#web/i18n/translate.ts';

import { noAnswerReport } from './no-answer.ts';
import { runWords } from './run-words.ts';

export type RunReply = ReplyOf<typeof triggersContract.executeTrigger>;

export type ClickFix = Exclude<Fix, 'plan'> | 'showHow' | 'check' | 'refresh';

export const fixLabel = (fix: ClickFix) => (fix === 'refresh' ? 'triggers.refresh' : (`triggers.run.${fix}` as const));

export type RunReport = { good: boolean; title: string; description: string; fixes?: readonly ClickFix[] };

/** The caller loads the texts of `receipts` if the trigger has a receipt. */
export function reportOfReply(
  t: Translate,
  { name, receipt }: Pick<Trigger, 'name' | 'receipt'>,
  reply: RunReply,
  language: Language,
): RunReport {
  const { outcome, success, errorKey, message, ms } = reply;
  if (!success)
    return failureReport(t, name, refusalText(errorKey) ?? (message || t('triggers.run.unknownError')), outcome);
  const isAwaited = receipt !== undefined && outcomes[outcome].reached !== 'no';
  const title = runWords(t, { outcome, ...(isAwaited && { answer: 'awaited' }) }, language);
  return { good: true, title, description: t('triggers.run.sentText', { name, ms: formatNumber(ms, language) }) };
}

export function reportOfError(t: Translate, name: string, error: unknown): RunReport {
  const noAnswer = noAnswerReport(t, name, error);
  if (noAnswer) return { good: false, ...noAnswer, fixes: fixesOf(undefined) };
  const status = error instanceof ApiError ? error.status : 0;
  const key = error instanceof ApiError ? error.errorKey : undefined;
  // Every 409 asks to reconnect, except these, whose own text is more precise.
  const isByHand = key === 'amazon.reinstallSkill' || key === 'amazon.enableSkill';
  const precise = key === 'amazon.notLinked' || isByHand;
  if (status === 409 && !precise)
    return { ...failureReport(t, name, t('triggers.run.tokenExpired')), fixes: reconnect };
  if (status === 401) return { ...failureReport(t, name, t('triggers.run.unauthorized')), fixes: reconnect };
  // The trigger no longer exists, so there is nothing to check.
  if (status === 404) return { ...failureReport(t, name, errorText(t, error)), fixes: ['refresh'] };
  const outcome = outcomeNames.find((each) => key !== undefined && outcomes[each].refusal === key);
  return failureReport(t, name, errorText(t, error), isByHand ? 'reinstallSkill' : outcome);
}

const reconnect = ['reconnect', 'check'] as const;

function failureReport(t: Translate, name: string, description: string, outcome?: Outcome): RunReport {
  const title = t(outcome === 'unknown' ? 'triggers.run.unknownTitle' : 'triggers.run.failedTitle', { name });
  return { good: false, title, description, fixes: fixesOf(outcome) };
}

function fixesOf(outcome: Outcome | undefined): readonly ClickFix[] {
  if (outcome === undefined) return ['check'];
  const { fix, relink } = outcomes[outcome];
  // Alexa shows the skill as enabled, so it has to be disabled first.
  if (fix === 'activateSkill' && relink) return ['showHow', 'check'];
  return fix === undefined || fix === 'plan' ? ['check'] : [fix, 'check'];
}
