import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import type { Translate } from '#web/i18n/translate.ts';

/** The message for a failed call that may still have run the trigger. Undefined if the call was refused. */
export function noAnswerReport(
  t: Translate,
  name: string,
  error: unknown,
): { title: string; description: string } | undefined {
  if (wasTurnedDown(error)) return undefined;
  const isCut = !(error instanceof ApiError) || error.problem === 'network';
  // The text of a bare status ends with a colon if the server sent no status text.
  const reason = (isCut ? t('triggers.run.noConnection') : errorText(t, error)).replace(/[:\s]+$/, '');
  const title = t('triggers.run.unknownTitle', { name });
  return { title, description: `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${t('triggers.run.seeHistory')}` };
}

/** A 4xx means that nothing ran. So does a 5xx with an error key, except `server.failed`. */
const wasTurnedDown = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  (error.status < 500 || (error.errorKey !== undefined && error.errorKey !== 'server.failed'));
