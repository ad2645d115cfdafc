import type { Page } from '@playwright/test';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { lateAnswer, pretendServer, refused, type PretendRoute } from '../../browser/support/pretend-server.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const endless = 'X'.repeat(110);
const wordy = 'Casa da família na serra '.repeat(4).trim();
const home = {
  id: 4711,
  name: 'Casa',
  status: 'ATIVO',
  defaultWorkspace: true,
  userId: 'ana',
  createdAt: '2026-01-01T10:00:00.000Z',
};
const beach = { ...home, id: 8, name: 'Casa da praia', defaultWorkspace: false };
const subscription = {
  status: 'active',
  planType: 'pro_annual',
  workspaceId: beach.id,
  amount: 12_000,
  amount_due: 12_000,
  amount_total_discount: 0,
  currency: 'usd',
  currentPeriodStart: '2026-01-01T10:00:00.000Z',
  currentPeriodEnd: '2027-01-01T10:00:00.000Z',
  hasPaymentMethodAttached: true,
  canceled_at: null,
  cancel_at: null,
  cancel_at_period_end: false,
};

async function open(page: Page, more: Record<string, PretendRoute> = {}) {
  const server = await pretendServer(page, {
    'GET /api/auth/user': {
      json: { id: 'ana', name: 'Ana Souza', trialUsed: true, signedInWith: 'google', email: 'ana@example.com' },
    },
    'GET /api/workspaces': { json: [home, beach] },
    'GET /api/workspaces/current': { json: { ...home, workspaceToken: 'token' } },
    'GET /api/amazon-auth': {
      json: {
        name: null,
        email: null,
        createdAt: null,
        updatedAt: null,
        expiresDate: null,
        expiresIn: null,
        skill: 'notLinked',
      },
    },
    [`GET /api/workspaces/${home.id}/findings`]: { json: { state: 'unset', findings: [] } },
    [`GET /api/workspaces/${beach.id}/findings`]: { json: { state: 'unset', findings: [] } },
    'GET /api/triggers': { json: [] },
    'GET /api/whatsapp-groups': { json: [] },
    [`GET /api/subscription/${beach.id}`]: { json: { ...subscription, status: 'inactive', planType: 'free' } },
    ...more,
  });
  await page.goto('/workspaces');
  return server;
}

test('renders active, inactive, current and new workspaces', async ({ page, guest, context }) => {
  await guest.signIn('House');
  const { id } = await guest.addWorkspace('Old flat');
  await guest.addWorkspace('Beach house');
  const reply = await context.request.patch(`/api/workspaces/${id}`, { data: { status: 'INATIVO' } });
  expect(reply.status()).toBe(200);
  await page.goto('/workspaces');
  await expect(page.getByRole('row')).toHaveCount(4);
  await checkAppearances(page);
});

test('renders a single workspace, and the reason why it cannot be deactivated', async ({ page, guest }) => {
  await guest.signIn('House');
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Deactivate House' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Cannot delete the default workspace');
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Deactivate House' }).click({ force: true });
  await expect(toastOf(page)).toContainText('Cannot deactivate your default workspace');
  await toastOf(page).hover();
  await checkAppearances(page);
});

test('renders many workspaces with long names', async ({ page, guest }) => {
  await guest.signIn('W'.repeat(110));
  for (const name of [endless, wordy, ...Array.from({ length: 9 }, (_, at) => `Flat ${at}`)])
    await guest.addWorkspace(name);
  await page.goto('/workspaces');
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await checkAppearances(page);
  await page.getByRole('button', { name: `Deactivate ${endless}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText(endless);
  await checkAppearances(page, { axe: [] });
});

test('renders a search without matches', async ({ page, ana: _ }) => {
  await page.goto('/workspaces?q=nothing');
  await expect(page.getByText('No workspace matches “nothing”')).toBeVisible();
  await checkAppearances(page);
});

test('renders a list without any workspace', async ({ page }) => {
  await open(page, { 'GET /api/workspaces': { json: [] } });
  await expect(page.getByText('No workspaces found')).toBeVisible();
  await checkAppearances(page);
});

test('renders the form of a new workspace, with errors', async ({ page, ana: _ }) => {
  await page.goto('/workspaces');
  await page.getByRole('main').getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await checkAppearances(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('ab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name must be at least 3 characters')).toBeVisible();
  await checkAppearances(page);
});

test('renders a failed creation', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 POST/);
  await open(page, { 'POST /api/workspaces': refused(503, 'server.busy') });
  await page.getByRole('main').getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sítio');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Error creating workspace');
  await checkAppearances(page);
});

test('renders the dialog after creating a workspace', async ({ page, guest }) => {
  await guest.signIn('House');
  await page.goto('/workspaces');
  await page.getByRole('main').getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(endless);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'is ready' })).toContainText('You are now in this workspace.');
  await checkAppearances(page);
});

test('renders the dialog after creating a workspace when the switch failed', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 POST/);
  await open(page, {
    'POST /api/workspaces': { status: 201, json: { ...beach, id: 9, name: 'Sítio' } },
    'POST /api/workspaces/switch': refused(503, 'server.busy'),
  });
  await page.getByRole('main').getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sítio');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'is ready' })).toContainText('We could not open it');
  await checkAppearances(page);
});

test('renders the form of a workspace, also after a rejected name', async ({ page, pageErrors }) => {
  pageErrors.expect(/^409 PATCH/);
  await open(page, { [`PATCH /api/workspaces/${beach.id}`]: refused(409, 'workspace.nameTaken') });
  await page.getByRole('button', { name: 'Edit Casa da praia' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await checkAppearances(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Sítio');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A workspace with this name already exists.').last()).toBeVisible();
  await checkAppearances(page);
});

test('renders the confirmation of a deactivation, with and without numbers', async ({ page, pageErrors }) => {
  pageErrors.expect(/^500 GET/, /groups not loaded/);
  const failed = { 'GET /api/triggers': refused(500, 'server.failed') };
  const server = await open(page, { ...failed, 'GET /api/whatsapp-groups': refused(500, 'server.failed') });
  server.answer({ 'GET /api/workspaces/current': { json: { ...beach, workspaceToken: 'token' } } });
  await page.reload();
  await page.getByRole('button', { name: 'Deactivate Casa da praia' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('All triggers are deleted');
  await expect(question).toContainText('You are in this workspace now');
  await checkAppearances(page);
  await page.keyboard.press('Escape');
  const trigger = (at: number) => ({
    id: `t${at}`,
    name: `Light ${at}`,
    deviceId: `d${at}`,
    workspaceId: beach.id,
    userId: 'ana',
    enabled: true,
    lastExecuted: null,
    createdAt: beach.createdAt,
    updatedAt: beach.createdAt,
  });
  server.answer({
    'GET /api/triggers': { json: [1, 2, 3].map(trigger) },
    'GET /api/whatsapp-groups': {
      json: [{ id: 1, name: 'Família', jid: '1@g.us', workspaceId: beach.id, successAs: 'reaction', prefix: null }],
    },
  });
  await page.getByRole('button', { name: 'Deactivate Casa da praia' }).click();
  await expect(question).toContainText('All 3 triggers are deleted');
  await checkAppearances(page);
});

test('renders the confirmation while it loads, and when a plan prevents the deactivation', async ({ page }) => {
  const late = lateAnswer();
  await open(page, { [`GET /api/subscription/${beach.id}`]: late.route });
  await page.getByRole('button', { name: 'Deactivate Casa da praia' }).click();
  await expect(page.getByRole('button', { name: 'Deactivate workspace' })).toHaveAttribute('aria-busy', 'true');
  await checkAppearances(page);
  late.give({ json: subscription });
  await expect(page.getByRole('link', { name: 'View subscription' })).toBeVisible();
  await checkAppearances(page);
});

test('renders a rejected deactivation and activation', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 PATCH/);
  await open(page, {
    'GET /api/workspaces': { json: [home, beach, { ...beach, id: 9, name: 'Sítio', status: 'INATIVO' }] },
    [`PATCH /api/workspaces/${beach.id}`]: refused(503, 'server.busy'),
    'PATCH /api/workspaces/9': refused(503, 'server.busy'),
  });
  await page.getByRole('button', { name: 'Deactivate Casa da praia' }).click();
  await page.getByRole('button', { name: 'Deactivate workspace' }).click();
  await expect(page.getByRole('alert')).toContainText('Error deactivating workspace');
  await checkAppearances(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Activate Sítio' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Activate “Sítio”?' })).toBeVisible();
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Activate workspace' }).click();
  await expect(page.getByRole('alert')).toContainText('Error activating workspace');
  await checkAppearances(page);
});
