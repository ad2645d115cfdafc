import type { Page } from '@playwright/test';

import { aChallenge, anAssertion } from '#web/testing/a-passkey.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { standInExtension } from '../../browser/support/passkey-extension.ts';
import { refused } from '../../browser/support/pretend-server.ts';
import {
  aGroup,
  anInstance,
  calls,
  currentIs,
  type PretendedFacts,
  picture,
  pretendWhatsApp,
} from '../../browser/support/pretend-whatsapp.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const briefly = { layout: [1280, 320], axe: [360] };
const long = 'Grupo da família '.repeat(6).trim();
const endless = 'W'.repeat(100);

async function open(page: Page, facts: PretendedFacts = {}) {
  const server = await pretendWhatsApp(page, facts);
  await page.goto('/whatsapp');
  return server;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

test('renders each gate before the page', async ({ page }) => {
  const server = await open(page, { linked: false });
  await expect(page.getByText('Link your Amazon account first')).toBeVisible();
  await checkAppearances(page, briefly);
  await page.unrouteAll();
  await pretendWhatsApp(page, { subscription: aSubscription('canceled') });
  await page.goto('/whatsapp');
  await expect(page.getByText('Your free trial has ended')).toBeVisible();
  await expect(page.getByText('Subscription required')).toBeVisible();
  await checkAppearances(page);
  expect(server.sent(calls.connect)).toEqual([]);
});

test('renders a workspace on trial without a number', async ({ page }) => {
  await open(page, { subscription: aSubscription('trialing', { hasCard: false }), trialUsed: true });
  await expect(page.getByText('No number connected')).toBeVisible();
  await checkAppearances(page);
});

test('renders a connected number with many groups and long names', async ({ page }) => {
  const groups = [
    aGroup(1, endless),
    aGroup(2, long),
    ...Array.from({ length: 10 }, (_, at) => aGroup(10 + at, `G ${at}`)),
  ];
  await open(page, { instance: anInstance('CONNECTED'), groups });
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await checkAppearances(page);
  await page.getByRole('searchbox').fill('nothing');
  await expect(page.getByText('No group matches “nothing”')).toBeVisible();
  await checkAppearances(page, briefly);
});

test('renders a shared number without groups, with long names', async ({ page }) => {
  const instance = anInstance('CONNECTED', { contactName: endless, referencedInstanceId: 41, contactPicture: null });
  await open(page, { instance, from: endless });
  await expect(page.getByText('No groups linked yet')).toBeVisible();
  await checkAppearances(page);
});

test('renders a lost number, and the confirmation before it is removed', async ({ page }) => {
  await open(page, { instance: anInstance('LOST'), groups: [aGroup(1, 'Família')] });
  await expect(page.getByText('Connection lost')).toBeVisible();
  await checkAppearances(page);
  await press(page, 'Connect WhatsApp');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkAppearances(page, briefly);
});

test('renders pairing: generating a code, showing it, and an expired code', async ({ page }) => {
  test.slow();
  const server = await open(page);
  server.answer({
    [calls.connect]: { json: anInstance('CONNECTING') },
    [calls.qrCode]: () => new Promise(() => {}),
    [calls.logged]: { json: { logged: false, chipStatus: 'WAITING_QR' } },
    [calls.unlink]: {},
  });
  await press(page, 'Connect WhatsApp');
  await expect(page.getByText('Generating QR code...')).toBeVisible();
  await checkAppearances(page, briefly);
  await press(page, 'Close');
  server.answer({ [calls.qrCode]: { json: { qrcode: picture } } });
  await press(page, 'Connect WhatsApp');
  await expect(page.getByText('Waiting for connection...')).toBeVisible();
  await checkAppearances(page);
  server.answer({ [calls.logged]: { json: { logged: false, chipStatus: 'DISCONNECTED' } } });
  await expect(page.getByText('The code is no longer valid')).toBeVisible();
  await checkAppearances(page, briefly);
});

test('renders pairing by a typed code, with a refused number', async ({ page, pageErrors }) => {
  test.slow();
  pageErrors.expect(/^409 POST .*pairing-code$/);
  const server = await open(page);
  server.answer({
    [calls.connect]: { json: anInstance('CONNECTING') },
    [calls.qrCode]: { json: { qrcode: picture } },
    [calls.logged]: { json: { logged: false, chipStatus: 'WAITING_QR' } },
    [calls.pairingCode]: refused(409, 'instance.pairingCodeRefused'),
    [calls.unlink]: {},
  });
  await press(page, 'Connect WhatsApp');
  await press(page, 'Link with phone number instead');
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill('+55 11 95550 0001');
  await press(page, 'Get code');
  await expect(page.getByText('WhatsApp gave no code for this number.')).toBeVisible();
  await checkAppearances(page);
  server.answer({ [calls.pairingCode]: { json: { code: 'WMWM-WMWM' } } });
  await press(page, 'Get code');
  await expect(page.getByText('WMWM-WMWM')).toBeVisible();
  await checkAppearances(page);
});

for (const [what, chipStatus, passkey, title] of [
  ['a passkey', 'PASSKEY_REQUIRED', { challenge: aChallenge('a'.repeat(200)) }, 'WhatsApp asks for a passkey'],
  ['a code to compare', 'PASSKEY_CONFIRMATION', { code: '1234-5678' }, 'Compare the code'],
] as const) {
  test(`renders ${what}`, async ({ page }) => {
    const server = await open(page);
    server.answer({
      [calls.connect]: { json: anInstance('CONNECTING') },
      [calls.qrCode]: { json: { qrcode: picture } },
      [calls.logged]: { json: { logged: false, chipStatus, passkey } },
      [calls.unlink]: {},
    });
    await press(page, 'Connect WhatsApp');
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    if (chipStatus === 'PASSKEY_REQUIRED') {
      await page.getByText('Sign without the extension').click();
      await page.getByRole('textbox', { name: 'Signed answer' }).fill('nonsense');
      await press(page, 'Send answer');
      await page.getByRole('dialog').getByRole('button', { name: 'I installed it, check again' }).click();
    }
    await checkAppearances(page);
  });
}

test('renders a connection that could not start', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 POST /);
  const server = await open(page);
  server.answer({ [calls.connect]: refused(503, 'whatsapp.full') });
  await press(page, 'Connect WhatsApp');
  await expect(toastOf(page)).toContainText('Failed to connect WhatsApp.');
  await toastOf(page).hover();
  await checkAppearances(page, briefly);
});

test('renders sharing the number of another workspace, with and without one', async ({ page, pageErrors }) => {
  pageErrors.expect(/^409 POST /);
  const server = await open(page);
  await press(page, 'Use Existing');
  await expect(page.getByText('No connection available for sharing')).toBeVisible();
  await checkAppearances(page, briefly);
  server.answer({
    [calls.available]: { json: [{ id: 41, contactName: endless, workspaceName: long, workspaceId: 5 }] },
    [calls.connect]: refused(409, 'instance.notShareable'),
  });
  await page.reload();
  await press(page, 'Use Existing');
  await page.getByRole('combobox').selectOption({ index: 1 });
  await press(page, 'Use shared connection');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await checkAppearances(page);
});

test('renders the choice of a group: loading, choosing, refused, empty and failed', async ({ page, pageErrors }) => {
  test.slow();
  pageErrors.expect(/^(409 POST|503 GET) /);
  const linked = aGroup(1, 'Família');
  const server = await open(page, { instance: anInstance('CONNECTED'), groups: [linked] });
  const select = async () => {
    await press(page, 'Add group');
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  const close = () => page.keyboard.press('Escape');
  server.answer({ [calls.choices]: () => new Promise(() => {}) });
  await select();
  await checkAppearances(page, { ...briefly, skeletons: true });
  await close();

  const quiet = { jid: 'quiet@g.us', name: 'Avisos do condomínio', canPost: null };
  const many = [endless, long, 'Vizinhos', 'Futebol', 'Escola', 'Trabalho'].map((name) => ({
    jid: `${name}@g.us`,
    name,
    canPost: true,
  }));
  server.answer({
    [calls.choices]: { json: [{ ...linked, canPost: true }, quiet, ...many] },
    [calls.link]: refused(409, 'group.alreadyLinked'),
  });
  await page.reload();
  await select();
  await page.getByRole('radio', { name: quiet.name }).check();
  await checkAppearances(page);
  await press(page, 'Link group');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.getByRole('searchbox').last().fill('escola');
  await press(page, 'Link group');
  await expect(page.getByText('Choose a group.')).toBeVisible();
  await checkAppearances(page, briefly);
  await close();

  server.answer({ [calls.choices]: { json: [] } });
  await page.reload();
  await select();
  await expect(page.getByText('This number is not in a group you can link.')).toBeVisible();
  await checkAppearances(page, briefly);
  server.answer({ [calls.choices]: refused(503, 'whatsapp.unavailable') });
  await page.reload();
  await select();
  await expect(page.getByText('The groups of this number could not be loaded.')).toBeVisible();
  await checkAppearances(page, briefly);
});

test('scrolls the list of groups by keyboard even when every group is already linked', async ({ page }) => {
  const groups = Array.from({ length: 9 }, (_, at) => aGroup(at + 1, `Group ${at}`));
  const server = await open(page, { instance: anInstance('CONNECTED'), groups });
  server.answer({ [calls.choices]: { json: groups.map(({ jid, name }) => ({ jid, name, canPost: true })) } });
  await press(page, 'Add group');
  await expect(page.getByRole('radio', { name: 'Group 8' })).toBeDisabled();
  await checkAppearances(page, briefly);
});

test('renders the confirmations before unlinking and disconnecting', async ({ page }) => {
  await open(page, { instance: anInstance('CONNECTED'), groups: [aGroup(1, endless)] });
  await press(page, `Unlink ${endless}`);
  await expect(page.getByRole('alertdialog', { name: `Unlink “${endless}”?` })).toBeVisible();
  await checkAppearances(page, briefly);
  await page.keyboard.press('Escape');
  await press(page, 'Disconnect');
  await expect(page.getByRole('alertdialog', { name: 'Disconnect WhatsApp?' })).toBeVisible();
  await checkAppearances(page, briefly);
});

test('renders a lost connection', async ({ page }) => {
  const server = await pretendWhatsApp(page, { instance: anInstance('CONNECTED') });
  server.answer({
    [calls.check]: { json: { connected: false } },
    [calls.reportLoss]: () => {
      server.answer({ [calls.current]: currentIs(anInstance('DISCONNECTED')) });
      return { json: { groupsDeleted: true } };
    },
  });
  await page.goto('/whatsapp');
  await expect(toastOf(page)).toContainText('WhatsApp Disconnected');
  await toastOf(page).hover();
  await checkAppearances(page, briefly);
});

test('renders groups that do not load', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 GET /, /^console error: \[recado\] groups not loaded/);
  const server = await pretendWhatsApp(page, { instance: anInstance('CONNECTED') });
  server.answer({ [calls.groups]: refused(503, 'server.busy') });
  await page.goto('/whatsapp');
  await expect(page.getByText('The groups could not be loaded.')).toBeVisible();
  await checkAppearances(page, briefly);
});

test('renders signing with the extension: the button, an error, and an answer that WhatsApp ignores', async ({
  page,
  context,
}) => {
  const replies: object[] = [{ ok: false, error: endless }];
  const signed = async () => replies.shift() ?? { ok: true, assertion: anAssertion() };
  await standInExtension(context, 'chromium', signed);
  await page.clock.install();
  const server = await open(page);
  server.answer({
    [calls.connect]: { json: anInstance('CONNECTING') },
    [calls.qrCode]: { json: { qrcode: picture } },
    [calls.logged]: { json: { logged: false, chipStatus: 'PASSKEY_REQUIRED', passkey: { challenge: aChallenge() } } },
    [calls.answer]: { json: { chipStatus: 'PASSKEY_REQUIRED' } },
    [calls.unlink]: {},
  });
  await press(page, 'Connect WhatsApp');
  await press(page, 'Sign with passkey');
  await expect(page.getByRole('alert')).toContainText('The passkey was not used');
  await checkAppearances(page, briefly);
  await press(page, 'Sign with passkey');
  await expect(page.getByText('Answer sent. Waiting for WhatsApp...')).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByText('WhatsApp is not responding')).toBeVisible();
  await checkAppearances(page, briefly);
});
