import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

test('retries on request when the address cannot be loaded', async () => {
  const server = aServer({ ...anasServer(), 'GET /config.json': { status: 503, json: {} } });
  const user = await showPage(TriggersPage, { at: '/triggers' });
  await user.click(await screen.findByRole('button', { name: 'Show address' }));
  const dialog = await screen.findByRole('dialog', { name: 'Monitor this workspace' });
  expect(await within(dialog).findByText('The address could not be loaded')).toBeVisible();
  server.answer('GET /config.json', anasServer()['GET /config.json']);
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByText('configuration.yaml')).toBeVisible();
});
