import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { listenToFailures } from '#web/api/app-client.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { App } from '#web/app/app.tsx';
import { prefetchStartData } from '#web/app/head-start.ts';
import { endSession } from '#web/app/session-end.ts';
import { showFailure } from '#web/app/show-failure.ts';
import type { Language } from '#web/i18n/languages.ts';
import { applyLanguage } from '#web/i18n/switch-language.ts';

import { forever } from './show-page.tsx';

/**
 * Starts the whole app at an address, as `start.tsx` does. Returns its query client and the user who acts on it. With
 * `isStrict`, effects run twice, as under `npm start`. With `asksAhead`, the app renders after the check of the user.
 */
export async function showApp(at: string, language: Language = 'en', { isStrict = false, asksAhead = false } = {}) {
  window.history.replaceState(null, '', at);
  await applyLanguage(language);
  // Preloads what an idle browser has loaded, so that failures do not wait for a file.
  await loadRefusals();
  const queries = createQueryClient();
  listenToFailures({ onFailure: showFailure, onSessionExpired: () => endSession(queries) });
  if (asksAhead) await prefetchStartData(queries, at);
  await act(async () => {
    render(<App queries={queries} toastDuration={forever} />, { reactStrictMode: isStrict });
  });
  return { queries, user: userEvent.setup() };
}
