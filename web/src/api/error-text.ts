import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { textOf } from '#web/i18n/texts-here.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { report } from '#web/platform/report.ts';

import { ApiError } from './api-error.ts';
import { isOnline } from './online.ts';

const texts = {
  bareStatus: 'errors.bareStatus',
  plainText: 'errors.plainText',
  network: 'errors.network',
  notJson: 'errors.invalidResponse',
  unreadable: 'errors.unreadableResponse',
  unexpected: 'errors.unexpected',
} as const;

/**
 * Returns the text for the error's key, else the server's sentence for a refusal, else a text for the kind of failure.
 */
export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  const known = refusalText(error.errorKey);
  if (known) return known;
  const { problem, status, detail, message } = error;
  if (problem === 'network' && !isOnline()) return t('errors.offline');
  return problem === 'refused' ? message : t(texts[problem], { status, detail });
}

/** Never rejects: without these texts, the server's own sentence is shown for a refusal. */
export const loadRefusals = (): Promise<void> =>
  loadPageTexts(['refusals']).catch((cause: unknown) => report('no texts of refusals', cause));

/** Returns undefined until the texts are loaded. They are loaded before the client throws a refusal. */
export function refusalText(key: string | undefined | null): string | undefined {
  return key ? textOf(`refusals.${key}`) : undefined;
}
