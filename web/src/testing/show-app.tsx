import './show-page.tsx';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { listenToFailures } from '../api/app-client.ts';
import { createQueryClient } from '../api/query-client.ts';
import { App } from '../app/app.tsx';
import { endSession } from '../app/session-end.ts';
import { showFailure } from '../app/show-failure.ts';
import type { Language } from '../i18n/languages.ts';
import { speak } from '../i18n/switch-language.ts';

/** Starts the whole app at an address, as `start.tsx` does, and gives back its data and the hands that use it. */
export async function showApp(at: string, language: Language = 'en') {
  window.history.replaceState(null, '', at);
  await speak(language);
  const queries = createQueryClient();
  listenToFailures({ onFailure: showFailure, onSessionExpired: () => endSession(queries) });
  await act(async () => {
    render(<App queries={queries} />);
  });
  return { queries, user: userEvent.setup() };
}
