import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import type { Translate } from '#web/i18n/translate.ts';

/** For a call that may have run the trigger although its answer is missing; undefined for one that was turned down. */
export function noAnswerReport(
  t: Translate,
  name: string,
  error: unknown,
): { title: string; description: string } | undefined {
  if (wasTurnedDown(error)) return undefined;
  const isCut = !(error instanceof ApiError) || error.problem === 'network';
  // A bare status may come without its words.
  const reason = (isCut ? t('triggers.run.noConnection') : errorText(t, error)).replace(/[:\s]+$/, '');
  const title = t('triggers.run.unknownTitle', { name });
  return { title, description: `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${t('triggers.run.seeHistory')}` };
}

/** A status below 500 is the server's or the gateway's own; a 5xx with a key is one as well, unless it is a fault. */
const wasTurnedDown = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  (error.status < 500 || (error.errorKey !== undefined && error.errorKey !== 'server.failed'));
