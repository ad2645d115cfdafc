import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { listenToFailures } from '../api/app-client.ts';
import { createQueryClient } from '../api/query-client.ts';
import { userKey } from '../api/use-session.ts';
import { chooseLanguage, languageKey } from '../i18n/languages.ts';
import { followLanguageOfOtherTabs, speak } from '../i18n/switch-language.ts';
import { App } from './app.tsx';
import { askAhead } from './head-start.ts';
import { loadWhenIdle } from './load-when-idle.ts';
import { report } from './report.ts';
import { returnFromSignIn } from './return-to.ts';
import { routeAt } from './routes.ts';
import { endSession } from './session-end.ts';
import { showFailure } from './show-failure.ts';
import { followThemeOfOtherTabs } from './theme.ts';

/** Brings the app to life in `#root`, in place of the static shell. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const queries = createQueryClient();
  listenToFailures({ onFailure: showFailure, onSessionExpired: () => endSession(queries) });
  followThemeOfOtherTabs();
  followLanguageOfOtherTabs();
  // The static shell stands until both are here, so that people see one picture change into the next, not three.
  await Promise.all([
    speak(chooseLanguage(storedLanguage(), navigator.language)),
    routeAt(window.location.pathname).page?.access === 'public' || askAhead(queries),
  ]);
  if (queries.getQueryData(userKey)) returnFromSignIn();
  document.documentElement.classList.remove('bare', 'entry');
  createRoot(root, { onUncaughtError: (error) => report('uncaught', error) }).render(
    <StrictMode>
      <App queries={queries} />
    </StrictMode>,
  );
  loadWhenIdle();
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}
