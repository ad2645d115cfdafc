import { beforeEach, expect, test } from 'vitest';

import { createQueryClient } from '#web/api/query-client.ts';
import { userKey } from '#web/api/use-session.ts';
import { applyLanguage } from '#web/i18n/switch-language.ts';
import { dismissToast, toastsNow } from '#web/ui/toasts/toast-store.ts';

import { endSession } from './session-end.ts';

beforeEach(async () => {
  await applyLanguage('pt');
  return () => toastsNow().forEach(({ id }) => dismissToast(id));
});

function ended(at: string) {
  window.history.replaceState(null, '', at);
  const queries = createQueryClient();
  queries.setQueryData(userKey, { id: 'ana', name: 'Ana Souza', trialUsed: false, signedInWith: 'google' });
  endSession(queries);
  return { queries, toasts: toastsNow().filter(({ open }) => open) };
}

test(
  'shows the specified message when the session ends, and redirects to sign-in',
  { tags: ['spec-173.1', 'spec-288.1'] },
  () => {
    const { toasts, queries } = ended('/triggers');
    expect(toasts).toMatchObject([
      {
        title: 'Sessão expirada',
        description: 'Sua sessão expirou. Por favor, faça login novamente.',
        variant: 'destructive',
      },
    ]);
    expect(window.location.pathname).toBe('/login');
    expect(queries.getQueryData(userKey)).toBeNull();
  },
);

test('shows no message on the sign-in page', { tags: 'spec-288.1' }, () => {
  expect(ended('/login').toasts).toEqual([]);
  expect(window.location.href).toMatch(/\/login$/);
});
