import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import type { Translate } from '#web/i18n/translate.ts';

export type RunReply = ReplyOf<typeof triggersContract.executeTrigger>;

/** What would help after a run that did not work. */
export type Mend = 'reconnect' | 'activateSkill' | 'switchOn';

/** A run in words, for a toast. */
export type RunReport = { good: boolean; title: string; description: string; mend?: Mend };

const mends: Readonly<Record<string, Mend>> = {
  'amazon.notLinked': 'reconnect',
  'amazon.grantRevoked': 'reconnect',
  'amazon.skillNotEnabled': 'activateSkill',
  'amazon.reinstallSkill': 'activateSkill',
  'trigger.disabled': 'switchOn',
};

/** Words for a run that the server answered. */
export function reportOfReply(t: Translate, name: string, reply: RunReply, milliseconds: string): RunReport {
  if (reply.success) {
    const title = reply.outcome === 'sent' ? t('triggers.run.sentTitle') : t(`triggers.outcomes.${reply.outcome}`);
    return { good: true, title, description: t('triggers.run.sentText', { name, ms: milliseconds }) };
  }
  const description = refusalText(reply.errorKey) ?? (reply.message || t('triggers.run.unknownError'));
  return failed(t, name, description, reply.errorKey);
}

/** Words for a run that the server refused or that did not reach it. */
export function reportOfError(t: Translate, name: string, error: unknown): RunReport {
  const status = error instanceof ApiError ? error.status : 0;
  const key = error instanceof ApiError ? error.errorKey : undefined;
  // Every 409 says to connect again; only these two know better what is missing.
  const precise = key === 'amazon.notLinked' || key === 'amazon.reinstallSkill';
  if (status === 409 && !precise) return { ...failed(t, name, t('triggers.run.tokenExpired')), mend: 'reconnect' };
  if (status === 401) return { ...failed(t, name, t('triggers.run.unauthorized')), mend: 'reconnect' };
  return failed(t, name, errorText(t, error), key);
}

function failed(t: Translate, name: string, description: string, key?: string): RunReport {
  const mend = key === undefined ? undefined : mends[key];
  return { good: false, title: t('triggers.run.failedTitle', { name }), description, ...(mend && { mend }) };
}
