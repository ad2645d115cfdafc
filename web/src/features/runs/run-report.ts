import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { type Fix, outcomes } from '#shared/rules/execution/outcomes.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import type { Translate } from '#web/i18n/translate.ts';

export type RunReply = ReplyOf<typeof triggersContract.executeTrigger>;

type ClickFix = Exclude<Fix, 'plan'> | 'showHow' | 'check';

export type RunReport = { good: boolean; title: string; description: string; fix?: ClickFix };

export function reportOfReply(t: Translate, name: string, reply: RunReply, milliseconds: string): RunReport {
  if (reply.success) {
    const title = reply.outcome === 'sent' ? t('triggers.run.sentTitle') : t(`triggers.outcomes.${reply.outcome}`);
    return { good: true, title, description: t('triggers.run.sentText', { name, ms: milliseconds }) };
  }
  const description = refusalText(reply.errorKey) ?? (reply.message || t('triggers.run.unknownError'));
  return failed(t, name, description, reply.errorKey);
}

export function reportOfError(t: Translate, name: string, error: unknown): RunReport {
  const status = error instanceof ApiError ? error.status : 0;
  const key = error instanceof ApiError ? error.errorKey : undefined;
  // Every 409 asks to reconnect, except these two, whose own text is more precise.
  const precise = key === 'amazon.notLinked' || key === 'amazon.reinstallSkill';
  if (status === 409 && !precise) return { ...failed(t, name, t('triggers.run.tokenExpired')), fix: 'reconnect' };
  if (status === 401) return { ...failed(t, name, t('triggers.run.unauthorized')), fix: 'reconnect' };
  return failed(t, name, errorText(t, error), key);
}

function failed(t: Translate, name: string, description: string, key?: string): RunReport {
  const outcome = outcomeNames.find((each) => key !== undefined && outcomes[each].refusal === key);
  const fix = outcome === 'reinstallSkill' ? 'showHow' : outcome && (outcomes[outcome].fix ?? 'check');
  const title = t('triggers.run.failedTitle', { name });
  return { good: false, title, description, ...(fix && fix !== 'plan' && { fix }) };
}
