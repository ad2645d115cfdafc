import { beforeEach, expect, test } from 'vitest';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { client, listenToFailures } from '#web/api/app-client.ts';
import { applyLanguage } from '#web/i18n/switch-language.ts';
import { aServer } from '#web/testing/a-server.ts';
import { dismissToast, toastsNow } from '#web/ui/toasts/toast-store.ts';

import { showFailure } from './show-failure.ts';

beforeEach(() => {
  listenToFailures({ onFailure: showFailure, onSessionExpired: () => {} });
  return () => toastsNow().forEach(({ id }) => dismissToast(id));
});

test.each([
  ['pt', 'Erro'],
  ['en', 'Error'],
  ['es', 'Error'],
] as const)(
  'shows in %s an unhandled failure as a destructive toast with the server’s message',
  { tags: 'spec-289.1' },
  async (language, title) => {
    await applyLanguage(language);
    for (const said of [{ error: 'Not today.' }, { message: 'Not today.' }]) {
      aServer({ 'GET /api/workspaces': { status: 503, json: said } });
      await client.call(workspacesContract.listWorkspaces, {}).catch(() => {});
      expect(toastsNow()).toMatchObject([{ title, description: 'Not today.', variant: 'destructive', open: true }]);
    }
  },
);

test('shows no default toast when the caller handles the failure', async () => {
  aServer({ 'GET /api/workspaces': { status: 503, json: { error: 'Not today.' } } });
  await client.call(workspacesContract.listWorkspaces, {}, { allow: [503] }).catch(() => {});
  expect(toastsNow().filter(({ open }) => open)).toEqual([]);
});
