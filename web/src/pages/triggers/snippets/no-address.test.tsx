import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { chooseFor } from '#web/testing/choose-for.ts';
import { anasServer } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

test('shows that the webhook URL cannot be loaded, and retries on request', async () => {
  const server = aServer({ ...anasServer(), 'GET /config.json': { status: 503, json: {} } });
  const user = await showPage(TriggersPage, { at: '/triggers' });
  await chooseFor(user, 'Good night', 'Copy webhook URL');
  expect(await screen.findByText('We could not reach the server. Check your connection and try again.')).toBeVisible();
  await chooseFor(user, 'Good night', 'Use in other apps');
  const dialog = await screen.findByRole('dialog', { name: 'Use “Good night” in other apps' });
  expect(await within(dialog).findByText('The webhook URL could not be loaded')).toBeVisible();
  server.answer('GET /config.json', anasServer()['GET /config.json']);
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Copy curl' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toContain('https://hooks.example/prod/trigger/4711/device-1'),
  );
});
