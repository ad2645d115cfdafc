import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, StrictMode } from 'react';
import { afterEach, vi } from 'vitest';

import { createQueryClient } from '#web/api/query-client.ts';
import { routeAt } from '#web/app/routes.ts';
import type { Language } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { speak } from '#web/i18n/switch-language.ts';
import { dismissToast, toastsNow } from '#web/ui/toasts/toast-store.ts';
import { Toaster } from '#web/ui/toasts/toaster.tsx';

// jsdom lays nothing out, so these have nothing to do; the overlay primitives ask for them.
Element.prototype.hasPointerCapture = () => false;
Element.prototype.scrollIntoView = () => {};

// How long something may take to show up on a busy machine (milliseconds); nothing waits longer than it has to.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  for (const toast of toastsNow()) dismissToast(toast.id);
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Options = { at: string; language?: Language };

/** Draws a page at an address as the app would, with toasts, and gives back the hands that use it. */
export async function showPage(Page: ComponentType, { at, language = 'en' }: Options) {
  window.history.replaceState(null, '', at);
  await speak(language);
  await loadPageTexts(routeAt(window.location.pathname).page?.texts ?? []);
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <main>
          <Page />
        </main>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
  return userEvent.setup();
}
