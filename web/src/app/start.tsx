import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { listenToFailures } from '#web/api/app-client.ts';
import { syncNetworkState } from '#web/api/online.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { type User, userKey } from '#web/api/use-session.ts';
import { switchLanguageHere } from '#web/features/frame/switch-language-here.ts';
import { followThemeOfOtherTabs } from '#web/features/frame/theme.ts';
import { chooseLanguage, languageKey } from '#web/i18n/languages.ts';
import { followLanguageOfOtherTabs, applyLanguage } from '#web/i18n/switch-language.ts';
import { nextTask } from '#web/platform/next-task.ts';
import { report } from '#web/platform/report.ts';

import { App } from './app.tsx';
import { prefetchStartData } from './head-start.ts';
import { loadWhenIdle } from './load-when-idle.ts';
import { pageToDraw, routeAt } from './routes.ts';
import { returnFromSignIn } from './routing/return-from-sign-in.ts';
import { endSession } from './session-end.ts';
import { loadDeletionBanner } from './shell/lazy-overlays.tsx';
import { showFailure } from './show-failure.ts';
import { warmFormats } from './warm-formats.ts';

export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const queries = createQueryClient();
  syncNetworkState();
  listenToFailures({ onFailure: showFailure, onSessionExpired: () => endSession(queries) });
  followThemeOfOtherTabs();
  followLanguageOfOtherTabs(switchLanguageHere);
  const language = chooseLanguage(storedLanguage(), navigator.language);
  const isPublic = routeAt(window.location.pathname).page?.access === 'public';
  // Keeps the static shell until everything is loaded, so that the screen changes only once.
  await Promise.all([
    applyLanguage(language),
    isPublic || prefetchStartData(queries, window.location.pathname),
    shellPainted().then(() => (isPublic ? undefined : warmFormats(language))),
  ]);
  const user = queries.getQueryData<User | null>(userKey);
  if (user) returnFromSignIn();
  // Loads the page before rendering, because otherwise a skeleton would replace the heading. If the page cannot be
  // loaded, rendering it shows the error. If the user is not known, no page is shown, and a browser without a network
  // would not request its file again.
  await Promise.allSettled([
    (isPublic || user !== undefined) && pageToDraw(window.location.pathname, Boolean(user))?.load(),
    user?.deletionDueAt && loadDeletionBanner(),
  ]);
  const app = createRoot(root, { onUncaughtError: (error) => report('uncaught', error) });
  // In a transition, React renders in slices, so that slow phones stay responsive.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App queries={queries} />
      </StrictMode>,
    ),
  );
  loadWhenIdle(queries, Boolean(user));
}

/**
 * Waits for the first paint, which rendering the app would delay on a fast connection. A hidden window never paints.
 */
async function shellPainted(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  const { promise, resolve } = Promise.withResolvers<number>();
  requestAnimationFrame(resolve);
  await promise;
  await nextTask();
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}
