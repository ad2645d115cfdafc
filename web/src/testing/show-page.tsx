import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, StrictMode } from 'react';
import { afterEach, vi } from 'vitest';

import { loadRefusals } from '#web/api/error-text.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { routeAt } from '#web/app/routes.ts';
import type { Language } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { speak } from '#web/i18n/switch-language.ts';
import { dismissToast, toastsNow } from '#web/ui/toasts/toast-store.ts';
import { Toaster } from '#web/ui/toasts/toaster.tsx';

// jsdom has no layout, but the overlay primitives call these methods.
Element.prototype.hasPointerCapture = () => false;
Element.prototype.scrollIntoView = () => {};
// No media query matches: the tests run on a large screen with a mouse.
Object.assign(window, { matchMedia: () => ({ matches: false }) });

// In milliseconds, for a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  for (const toast of toastsNow()) dismissToast(toast.id);
  cleanup();
  // Otherwise an overlay that is open or has just closed navigates during the next test.
  window.history.pushState(null, '');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** How long toasts live in tests: a busy machine must not race their five seconds, which `toasts.test.tsx` measures. */
export const forever = Infinity;

type Options = { at: string; language?: Language };

/** Renders a page at an address as in an idle browser, with toasts. Returns the user who acts on it. */
export async function showPage(Page: ComponentType, { at, language = 'en' }: Options) {
  window.history.replaceState(null, '', at);
  await speak(language);
  await Promise.all([loadPageTexts(routeAt(window.location.pathname).page?.texts ?? []), loadRefusals()]);
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <main>
          <Page />
        </main>
        <Toaster duration={forever} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return userEvent.setup();
}
