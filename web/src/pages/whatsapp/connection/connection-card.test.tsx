import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { chipStatuses } from '#shared/rules/chip-status.ts';
import { aNumber } from '#web/testing/a-number.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from '../whatsapp-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(WhatsAppPage, { at: '/whatsapp', language });

async function card(name = 'Connection') {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section') ?? heading);
}
const buttons = async () => (await card()).getAllByRole('button').map(({ textContent }) => textContent);

const unconnected = ['Connect WhatsApp', 'Use Existing'];

test.each([
  [null, 'Disconnected', unconnected],
  ['DISCONNECTED', 'Disconnected', unconnected],
  ['CONNECTING', 'Connecting', unconnected],
  ['WAITING_QR', 'Waiting for QR scan', unconnected],
  ['PASSKEY_REQUIRED', 'Waiting for passkey', unconnected],
  ['PASSKEY_CONFIRMATION', 'Waiting for confirmation', unconnected],
  ['LOST', 'Connection lost', [...unconnected, 'Disconnect']],
  ['CONNECTED', 'Connected', ['Disconnect']],
] as const)(
  'shows %s as "%s" and offers %j',
  { tags: ['spec-109.1', 'spec-110.1', 'spec-207.2', 'spec-344.1'] },
  async (chipStatus, word, offered) => {
    whatsAppServer({ instance: chipStatus && aNumber(chipStatus) });
    await show();
    expect((await card()).getByText(word)).toBeVisible();
    expect(await buttons()).toEqual(offered);
  },
);

const toConnect = chipStatuses.filter((chipStatus) => chipStatus !== 'CONNECTED');

test.each(toConnect)('with status %s shows a warning before the button that links a number', async (chipStatus) => {
  whatsAppServer({ instance: aNumber(chipStatus) });
  await show();
  const connect = (await card()).getByRole('button', { name: 'Connect WhatsApp' });
  const warning = screen.getByText(/unofficial client/);
  expect(warning.compareDocumentPosition(connect)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(connect).toHaveAccessibleDescription(/unofficial client.*restrict the number.*not your main number/);
  expect((await card()).getByRole('link', { name: 'Read the terms' })).toHaveAttribute('href', '/terms');
});

test('shows no warning once the number is connected', async () => {
  whatsAppServer({ instance: aNumber('CONNECTED') });
  await show();
  expect((await card()).queryByText(/unofficial client/)).toBeNull();
});

test('shows picture, name and phone of a connected number', { tags: 'spec-108.1' }, async () => {
  whatsAppServer({ instance: aNumber('CONNECTED') });
  await show();
  const shown = await card();
  expect(shown.getByText('Ana Souza')).toBeVisible();
  expect(await shown.findByText('+55 11 95550 0001')).toBeVisible();
  expect(document.querySelector('main img')).toHaveAttribute('src', 'https://pps.whatsapp.net/ana.jpg');
  expect(shown.queryByText(/Shared from/)).toBeNull();
});

test('shows initials when the picture can no longer be loaded', { tags: 'spec-108.1' }, async () => {
  whatsAppServer({ instance: aNumber('CONNECTED') });
  await show();
  await card();
  const picture = document.querySelector('main img');
  if (picture) fireEvent.error(picture);
  expect(document.querySelector('main img')).toBeNull();
  expect(screen.getByText('AS')).toBeInTheDocument();
});

test.each([
  ['en', 'Connection', 'Name not available'],
  ['pt', 'Conexão', 'Nome não disponível'],
  ['es', 'Conexión', 'Nombre no disponible'],
] as const)('shows in %s that the name is missing', { tags: 'spec-108.1' }, async (language, heading, words) => {
  whatsAppServer({ instance: aNumber('CONNECTED', { contactName: 'Nome não disponível' }) });
  await show(language);
  expect((await card(heading)).getByText(words)).toBeVisible();
});

test('shows an invalid phone number unchanged', async () => {
  whatsAppServer({ instance: aNumber('CONNECTED', { phone: '+999' }) });
  await show();
  expect((await card()).getByText('+999')).toBeVisible();
});

test('shows a connected number without a phone as incomplete', { tags: 'spec-324.3' }, async () => {
  whatsAppServer({ instance: aNumber('CONNECTED', { phone: null }) });
  await show();
  expect((await card()).getByText('WhatsApp instance information is incomplete')).toBeVisible();
});

test.each([
  ['Casa da praia', 'Shared from “Casa da praia”'],
  [undefined, 'Shared from another workspace'],
])(
  'names the workspace of a shared number (%s) and offers to unlink it',
  { tags: ['spec-108.1', 'spec-110.1'] },
  async (from, words) => {
    whatsAppServer({ instance: aNumber('CONNECTED', { referencedInstanceId: 5 }), ...(from && { from }) });
    await show();
    expect((await card()).getByText(words)).toBeVisible();
    expect(await buttons()).toEqual(['Unlink']);
  },
);

test('hides the contact of a disconnected number', async () => {
  whatsAppServer({ instance: aNumber('DISCONNECTED', { contactName: 'Ana Souza', phone: '+5511955500001' }) });
  await show();
  const shown = await card();
  expect(shown.getByText('No number connected')).toBeVisible();
  expect(shown.queryByText('Ana Souza')).toBeNull();
});

test.each([
  [null, /Open WhatsApp on the phone and check its connection/, 'Disconnect'],
  [5, /belongs to the workspace that shares it/, 'Unlink'],
])(
  'shows what to do about a lost number, and offers to remove it (shared from %s)',
  async (referencedInstanceId, words, end) => {
    whatsAppServer({ instance: aNumber('LOST', { referencedInstanceId }) });
    await show();
    expect((await card()).getByText(words)).toBeVisible();
    expect((await card()).getByText('Ana Souza')).toBeVisible();
    expect(await buttons()).toContain(end);
  },
);
