import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

const token = home.workspaceToken;
const url = 'https://hooks.example/prod/findings/4711';

async function open(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Show address' }));
  return screen.findByRole('dialog', { name: 'Monitor this workspace' });
}

test.each([
  ['Home Assistant', 'Copy configuration.yaml', expect.stringContaining(`  - resource: "${url}"`)],
  ['Home Assistant', 'Copy secrets.yaml', `recado_4711: "Bearer ${token}"`],
  ['Uptime tool', 'Copy URL', `${url}?token=${token}`],
  ['Uptime tool', 'Copy Keyword', '"state":"well"'],
  ['curl', 'Copy curl', `curl -H "Authorization: Bearer ${token}" "${url}"`],
] as const)('copies the whole text in %s with “%s”, while the screen hides the secret', async (kind, button, whole) => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers' });
  const dialog = await open(user);
  await user.click(within(dialog).getByRole('tab', { name: kind }));
  await user.click(await within(dialog).findByRole('button', { name: button }));
  expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toEqual(whole);
  expect(dialog).not.toHaveTextContent(token);
});

test.each([
  ['pt', 'Ver endereço', 'Monitor de disponibilidade'],
  ['es', 'Ver dirección', 'Monitor de disponibilidad'],
] as const)('shows no English text in %s', async (language, button, tab) => {
  aServer(anasServer());
  const user = await showPage(TriggersPage, { at: '/triggers', language });
  await user.click(await screen.findByRole('button', { name: button }));
  expect(await screen.findByRole('tab', { name: tab })).toBeVisible();
  expect(screen.getByRole('dialog')).not.toHaveTextContent(/machines\.|snippets\.|Show address/);
});
