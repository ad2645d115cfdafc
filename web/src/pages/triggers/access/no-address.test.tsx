import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { aKey } from '#web/testing/access-keys.ts';
import { chooseFor } from '#web/testing/choose-for.ts';
import { anasServer } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

test('shows the secret of a key whose address cannot be loaded, and the address on request', async () => {
  const secret = 'recado_3mv_k1_the-secret-of-a-key';
  const server = aServer({
    ...anasServer(),
    'GET /config.json': { status: 503, json: {} },
    'GET /api/access-keys': { json: { accessKeys: [] } },
    'POST /api/access-keys': { status: 201, json: { ...aKey(), secret } },
  });
  const user = await showPage(TriggersPage, { at: '/triggers' });
  await chooseFor(user, 'Good night', 'Give access');
  await user.click(await screen.findByRole('button', { name: 'New access key' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Hubitat' } });
  await user.click(screen.getByRole('button', { name: 'Create access key' }));
  const handed = within(await screen.findByRole('dialog', { name: '“Hubitat” is ready' }));
  expect(await handed.findByText('The webhook URL could not be loaded')).toBeVisible();
  expect(handed.getByText(secret)).toBeVisible();
  server.answer('GET /config.json', anasServer()['GET /config.json']);
  await user.click(handed.getByRole('button', { name: 'Try again' }));
  expect(await handed.findByText(`https://hooks.example/prod/trigger/4711/device-1?token=${secret}`)).toBeVisible();
});
