import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aNumber, numberCalls } from '#web/testing/a-number.ts';
import { anExtension, inBrowser, signing } from '#web/testing/an-extension.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

const title = 'Some numbers ask for a passkey';
const here = () => showPage(WhatsAppPage, { at: '/whatsapp' });

test('searches for the extension on opening, and offers it before a number is connected', async () => {
  inBrowser('chromium');
  const { asked } = anExtension(() => ({ ok: false }));
  const server = whatsAppServer();
  const user = await here();
  expect(await screen.findByText(title)).toBeVisible();
  expect(asked[0]).toMatchObject({ message: { type: 'waha-passkey-ping' } });
  expect(server.sent(numberCalls.connect)).toHaveLength(0);
  expect(screen.getByRole('link', { name: /^Get the extension/ })).toHaveAttribute('target', '_blank');
  anExtension(signing({}));
  await user.click(screen.getByRole('button', { name: 'I installed it, check again' }));
  const ready = await screen.findByText('The extension is ready');
  await waitFor(() => expect(document.activeElement).toContainElement(ready));
});

test('shows nothing when the extension is installed', async () => {
  inBrowser('chromium');
  anExtension(signing({}));
  whatsAppServer();
  await here();
  expect(await screen.findByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
  expect(screen.queryByText(title)).toBeNull();
});

test('shows nothing for a connected number', async () => {
  inBrowser('chromium');
  anExtension();
  whatsAppServer({ instance: aNumber('CONNECTED') });
  await here();
  expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeVisible();
  expect(screen.queryByText(title)).toBeNull();
});

test.each([
  ['phone', /cannot use it\. If WhatsApp asks for one, open this page on a computer/],
  ['other', /has no extension for it\. Open this page in Chrome, Edge, Brave or Firefox/],
] as const)('explains a browser of kind %s before a number is connected', async (kind, words) => {
  inBrowser(kind);
  whatsAppServer();
  await here();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Get the extension/ })).toBeNull();
});
