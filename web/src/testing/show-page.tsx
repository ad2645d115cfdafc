import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, StrictMode } from 'react';
import { afterEach, vi } from 'vitest';

import type { AppConfig } from '#shared/contracts/app-config.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { configQuery } from '#web/api/use-config.ts';
import { routeAt } from '#web/app/routes.ts';
import type { Language } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { applyLanguage } from '#web/i18n/switch-language.ts';
import { dismissToast, toastsNow } from '#web/ui/toasts/toast-store.ts';
import { Toaster } from '#web/ui/toasts/toaster.tsx';

import { endTimers } from './end-timers.ts';

// jsdom has no layout, but the overlay primitives call these methods.
Element.prototype.hasPointerCapture = () => false;
Element.prototype.scrollIntoView = () => {};
// No media query matches: the tests run on a large screen with a mouse.
Object.assign(window, { matchMedia: () => ({ matches: false }) });

// In milliseconds, for a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(async () => {
  for (const toast of toastsNow()) dismissToast(toast.id);
  cleanup();
  // Otherwise an overlay that is open or has just closed navigates during the next test.
  window.history.pushState(null, '');
  await endTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** How long toasts live in tests: a busy machine must not race their five seconds, which `toasts.test.tsx` measures. */
export const forever = Infinity;

type Options = {
  at: string;
  language?: Language;
  /** Replaces the configuration file, which is loaded only once. */
  config?: Partial<AppConfig>;
};

/** Renders a page at an address as in an idle browser, with toasts. Returns the user who acts on it. */
export async function showPage(Page: ComponentType, { at, language = 'en', config }: Options) {
  window.history.replaceState(null, '', at);
  await applyLanguage(language);
  await Promise.all([loadPageTexts(routeAt(window.location.pathname).page?.texts ?? []), loadRefusals()]);
  const queries = createQueryClient();
  if (config) queries.setQueryData(configQuery.queryKey, { webhookUrl: 'https://hooks.example', ...config });
  render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <main>
          <Page />
        </main>
        <Toaster duration={forever} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return userEvent.setup();
}
