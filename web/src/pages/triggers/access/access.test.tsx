import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorReply } from '#web/testing/a-server.ts';
import { aKey, aServerWith, openAccess, withKeys, zone } from '#web/testing/access-keys.ts';
import { chooseFor, moreButton } from '#web/testing/choose-for.ts';
import { aDeviceIn } from '#web/testing/device-zone.ts';
import { home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

/** Monday, 10:00 in São Paulo. */
const now = new Date('2026-11-23T13:00:00Z');
const list = 'GET /api/access-keys';
const create = 'POST /api/access-keys';
const oneKey = 'PATCH /api/access-keys/k1';
const secret = 'recado_3mv_k1_the-secret-of-a-key';

async function newKey() {
  const { user, dialog } = await openAccess();
  await user.click(dialog.getByRole('button', { name: 'New access key' }));
  const form = within(await screen.findByRole('dialog', { name: 'New access key' }));
  await waitFor(() => expect(form.getByLabelText('Name')).toHaveFocus());
  return { user, form, send: () => user.click(form.getByRole('button', { name: 'Create access key' })) };
}
const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');
const copied = () => navigator.clipboard.readText();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  aDeviceIn(zone);
});
afterEach(() => vi.useRealTimers());

describe('list of access keys', () => {
  test('shows triggers, last use, remaining uses and end of each key, those of this trigger first', async () => {
    aServerWith([
      aKey({ id: 'k2', name: 'Door bell', triggers: ['front-door'], signed: true, usedAt: '2026-11-23T10:00:00.000Z' }),
      aKey({ uses: 5, used: 3, conditions: { coolDownSeconds: 60, until: '2026-11-24T21:00:00.000Z' } }),
      aKey({ id: 'k3', name: 'Courier', page: true, conditions: { until: '2026-11-22T21:00:00.000Z' } }),
      aKey({ id: 'k4', name: 'Cleaner', uses: 2, used: 2, triggers: ['good-night', 'front-door'] }),
      aKey({ id: 'k5', name: 'Sensor', triggers: 'all', right: 'read', oldSecretUntil: '2026-11-24T13:00:00.000Z' }),
    ]);
    const { dialog } = await openAccess();
    expect(dialog.getByRole('heading', { name: '5 access keys' })).toBeVisible();
    expect(
      dialog.getAllByRole('listitem').map(({ textContent }) => plain(textContent)?.replaceAll(/ +/g, ' ')),
    ).toEqual([
      'Hubitat ConditionsThis trigger · Never used · 2 uses left · Expires tomorrow at 6:00 PM',
      'Courier Expired Guest page This trigger · Never used · Expired yesterday at 6:00 PM',
      'Cleaner Used up This trigger and others: Front door · Never used',
      'Sensor Read-only Runs nothing · Never usedThe old secret works until tomorrow at 10:00 AM',
      'Door bell Signed calls Other triggers: Front door · Last used 3 hours ago',
    ]);
  });

  test('retries on request when the keys cannot be loaded', async () => {
    const server = aServerWith([], { [list]: errorReply(503, 'server.busy') });
    const user = await showPage(TriggersPage, { at: '/triggers' });
    await chooseFor(user, 'Good night', 'Give access');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('The access keys could not be loaded')).toBeVisible();
    server.answer(list, withKeys([aKey()]));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Hubitat')).toBeVisible();
  });

  test('stops a key after a confirmation', async () => {
    const server = aServerWith([aKey()], { 'DELETE /api/access-keys/k1': {} });
    const { dialog, user } = await openAccess();
    await user.click(dialog.getByRole('button', { name: 'Revoke Hubitat' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke “Hubitat”?' }));
    expect(server.sent('DELETE /api/access-keys/k1')).toEqual([]);
    server.answer(list, withKeys([]));
    await user.click(question.getByRole('button', { name: 'Revoke access key' }));
    expect(await dialog.findByRole('heading', { name: 'No access keys' })).toBeVisible();
    expect(await screen.findByText('Access key revoked')).toBeVisible();
  });

  test.each([
    ['Works for 24 more hours', 'in24Hours'],
    ['Stops working now', 'now'],
  ])('replaces a secret with “%s” for the old one, and shows the new one', async (choice, rotate) => {
    const server = aServerWith([aKey()], { [oneKey]: { json: { ...aKey(), secret } } });
    const { dialog, user } = await openAccess();
    await user.click(dialog.getByRole('button', { name: 'Replace the secret of Hubitat' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('radio', { name: choice }));
    await user.click(question.getByRole('button', { name: 'Replace secret' }));
    const handed = within(await screen.findByRole('dialog', { name: '“Hubitat” is ready' }));
    expect(handed.getByText(secret)).toBeVisible();
    expect(server.sent(oneKey).map(({ body }) => body)).toEqual([{ rotate }]);
  });
});

describe('new access key', () => {
  test('creates a key for this trigger and shows its webhook URL once', async () => {
    const server = aServerWith([], { [create]: { status: 201, json: { ...aKey(), secret } } });
    const { user, form, send } = await newKey();
    set(form.getByLabelText('Name'), '  Hubitat ');
    server.answer(list, withKeys([aKey()]));
    await send();
    const handed = within(await screen.findByRole('dialog', { name: '“Hubitat” is ready' }));
    expect(server.sent(create)).toMatchObject([
      { body: { name: 'Hubitat', triggers: ['good-night'], conditions: {} }, workspace: String(home.id) },
    ]);
    await user.click(await handed.findByRole('button', { name: 'Copy Webhook URL' }));
    await waitFor(async () =>
      expect(await copied()).toBe(`https://hooks.example/prod/trigger/4711/device-1?token=${secret}`),
    );
    await user.keyboard('{Escape}');
    expect(handed.getByText(secret)).toBeVisible();
    await user.click(handed.getByRole('button', { name: 'I have copied it' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Access to “Good night”' }));
    expect(await dialog.findByText('Hubitat')).toBeVisible();
    expect(document.body).not.toHaveTextContent(secret);
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await moreButton('Good night')).toHaveFocus());
  });

  test('creates a key for some or all triggers, with uses, an end and conditions', async () => {
    const server = aServerWith([], { [create]: { status: 201, json: { ...aKey({ triggers: 'all' }), secret } } });
    const { user, form, send } = await newKey();
    set(form.getByLabelText('Name'), 'Hubitat');
    await user.click(form.getByRole('radio', { name: 'Some' }));
    await user.click(form.getByRole('checkbox', { name: 'Front door' }));
    set(form.getByLabelText('Number of uses (optional)'), '5');
    set(form.getByLabelText('Expires (optional)'), '2026-12-24T18:00');
    set(form.getByLabelText('Minimum time between runs'), '2');
    set(form.getByLabelText('Only from these networks'), '203.0.113.7');
    expect(form.queryByText('Only through these channels')).toBeNull();
    await send();
    const handed = within(await screen.findByRole('dialog', { name: '“Hubitat” is ready' }));
    expect(handed.getByText(/^To run its other triggers/)).toBeVisible();
    expect(server.sent(create).map(({ body }) => body)).toEqual([
      {
        name: 'Hubitat',
        triggers: ['good-night', 'front-door'],
        conditions: { coolDownSeconds: 120, networks: ['203.0.113.7'], until: '2026-12-24T21:00:00.000Z' },
        uses: 5,
      },
    ]);
  });

  test('keeps hours in the form whose time zone was changed on another device', async () => {
    const server = aServerWith([], { [create]: { status: 201, json: { ...aKey(), secret } } });
    const { user, form, send } = await newKey();
    set(form.getByLabelText('Name'), 'Hubitat');
    await user.click(form.getByRole('button', { name: 'Add times' }));
    server.answer('GET /api/plans', { json: { plans: [], timeZone: 'Europe/Lisbon' } });
    await send();
    expect(await form.findByText(/^The workspace’s time zone was changed somewhere else/)).toBeVisible();
    expect(form.getByText(/^Times are in .*Lisbon/)).toBeVisible();
    expect(server.sent(create)).toEqual([]);
    await send();
    await waitFor(() => expect(server.sent(create)).toHaveLength(1));
  });

  test('shows address and secret of a signing key separately', async () => {
    const signs = { ...aKey({ signed: true }), secret: `whsec_${'A'.repeat(43)}=` };
    const server = aServerWith([], { [create]: { status: 201, json: signs } });
    const { user, form, send } = await newKey();
    set(form.getByLabelText('Name'), 'Hubitat');
    await user.click(form.getByRole('radio', { name: 'Signed webhook URL' }));
    await send();
    const handed = within(await screen.findByRole('dialog', { name: '“Hubitat” is ready' }));
    expect(await handed.findByText('https://hooks.example/prod/trigger/4711/device-1?key=k1')).toBeVisible();
    expect(handed.getByText(signs.secret)).toBeVisible();
    expect(handed.getByText(/according to Standard Webhooks/)).toBeVisible();
    expect(server.sent(create)).toMatchObject([{ body: { signed: true } }]);
  });

  test('creates a guest page that ends after 48 hours, with a QR code, a door sign and a token in the fragment', async () => {
    const until = '2026-11-25T13:00:00.000Z';
    const page = { ...aKey({ name: 'Courier', page: true, conditions: { until } }), secret };
    const server = aServerWith([], { [create]: { status: 201, json: page } });
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const { user, form, send } = await newKey();
    set(form.getByLabelText('Name'), 'Courier');
    await user.click(form.getByRole('radio', { name: 'Page for a guest' }));
    expect(form.getByLabelText('Expires (optional)')).toHaveValue('2026-11-25T10:00');
    expect(form.queryByRole('radio', { name: 'All' })).toBeNull();
    await send();
    const handed = within(await screen.findByRole('dialog', { name: '“Courier” is ready' }));
    expect(server.sent(create)).toMatchObject([
      { body: { page: true, triggers: ['good-night'], conditions: { until } } },
    ]);
    expect(await handed.findByRole('figure', { name: 'QR code with the address of the page' })).toBeVisible();
    expect(handed.getByText(`${window.location.origin}/prod/pass#${secret}`)).toBeVisible();
    expect(handed.getByText(/^Save the same address on an NFC tag/)).toBeVisible();
    const sign = document.querySelector('.door-sign');
    expect(plain(sign?.textContent)).toMatch(
      /Good night.*Scan with the camera.*Works until Nov 25, 2026 at 10:00 AM\.$/,
    );
    await user.click(handed.getByRole('button', { name: 'Print as a door sign' }));
    expect(print).toHaveBeenCalledOnce();
  });

  test.each([
    ['Name', '', 'Give it a name of up to 40 characters.'],
    ['Name', 'x'.repeat(41), 'Give it a name of up to 40 characters.'],
    ['Number of uses (optional)', '0', 'Enter a whole number, up to 100,000'],
    ['Expires (optional)', '2026-11-23T09:00', 'Choose a time in the future'],
    ['Only from these networks', 'home', '“home” is not an address or a range'],
  ])('shows for %s “%s” at the field: %s', async (label, value, words) => {
    const server = aServerWith([]);
    const { form, send } = await newKey();
    set(form.getByLabelText('Name'), 'Hubitat');
    const field = form.getByLabelText(label);
    set(field, value);
    await send();
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(words)));
    expect(field).toHaveFocus();
    expect(server.sent(create)).toEqual([]);
  });

  test.each([
    [{ fields: { name: 'accessKey.nameInvalid' } }, 'accessKey.nameInvalid', 'Give it a name of up to 40 characters.'],
    [
      { fields: { 'conditions.until': 'accessKey.endInvalid' } },
      'accessKey.endInvalid',
      'Choose an expiration date in the',
    ],
    [{}, 'accessKey.limitReached', 'A workspace can have up to 50 access keys. Revoke one first.'],
  ])('shows why a key is refused with %j, and keeps the input', async (more, errorKey, words) => {
    aServerWith([], { [create]: errorReply(400, errorKey, more) });
    const { form, send } = await newKey();
    set(form.getByLabelText('Name'), 'Hubitat');
    await send();
    expect(await form.findByRole('alert')).toHaveTextContent(words);
    expect(form.getByLabelText('Name')).toHaveValue('Hubitat');
  });
});

test('changes the name, triggers, uses and conditions of a key', async () => {
  const before = aKey({ uses: 5, conditions: { coolDownSeconds: 60, channels: ['webhook'] } });
  const server = aServerWith([before], { [oneKey]: { json: before } });
  const { dialog, user } = await openAccess();
  await user.click(dialog.getByRole('button', { name: 'Change Hubitat' }));
  const form = within(await screen.findByRole('dialog', { name: 'Change “Hubitat”' }));
  expect(await form.findByLabelText('Minimum time between runs')).toHaveValue('1');
  expect(form.queryByText('How you share it')).toBeNull();
  set(form.getByLabelText('Name'), 'Hub');
  set(form.getByLabelText('Number of uses (optional)'), '');
  await user.click(form.getByRole('radio', { name: 'All' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('dialog', { name: 'Access to “Good night”' })).toBeVisible();
  expect(server.sent(oneKey).map(({ body }) => body)).toEqual([
    { name: 'Hub', triggers: 'all', conditions: before.conditions, uses: null },
  ]);
});

test.each([
  ['pt', 'Nova chave de acesso', 'Página para um visitante'],
  ['es', 'Nueva clave de acceso', 'Página para un invitado'],
] as const)('shows the form in %s', async (language, button, kind) => {
  aServerWith([aKey()]);
  const { dialog, user } = await openAccess(language);
  await user.click(dialog.getByRole('button', { name: button }));
  expect(await screen.findByRole('radio', { name: kind })).toBeVisible();
});
