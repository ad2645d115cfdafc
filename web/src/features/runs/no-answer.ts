import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import type { Translate } from '#web/i18n/translate.ts';

type NoAnswer = { title: string; description: string; mayHaveRun: boolean };

/**
 * The message for a failed call that may still have run the trigger, or that a browser without a network could not
 * send. Undefined if the call was refused.
 */
export function noAnswerReport(t: Translate, name: string, error: unknown, wasOffline = false): NoAnswer | undefined {
  if (wasTurnedDown(error)) return undefined;
  const isCut = !(error instanceof ApiError) || error.problem === 'network';
  if (isCut && wasOffline)
    return { title: t('triggers.run.failedTitle', { name }), description: t('shell.offline'), mayHaveRun: false };
  // The text of a bare status ends with a colon if the server sent no status text.
  const reason = (isCut ? t('triggers.run.noConnection') : errorText(t, error)).replace(/[:\s]+$/, '');
  const title = t('triggers.run.unknownTitle', { name });
  const description = `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${t('triggers.run.seeHistory')}`;
  return { title, description, mayHaveRun: true };
}

/** A 4xx means that nothing ran. So does a 5xx with an error key, except `server.failed`. */
const wasTurnedDown = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  (error.status < 500 || (error.errorKey !== undefined && error.errorKey !== 'server.failed'));
