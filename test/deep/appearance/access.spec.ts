import type { Page } from '@playwright/test';

import type { AccessKey } from '#shared/contracts/access-keys.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { inMs } from '../../browser/support/pretend-schedules.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { choose } from '../../browser/support/trigger-row.ts';

const longName = 'Luzes '.repeat(17).trim();
const longKey = 'Hubitat do apartamento da vovó na praia';
const hour = 3_600_000;

const everyKindOfKey = (triggerId: string): AccessKey[] => {
  const base = {
    triggers: [triggerId],
    conditions: {},
    used: 0,
    signed: false,
    page: false,
    right: 'fire' as const,
    createdAt: inMs(-100 * hour),
  };
  return [
    { ...base, id: 'k1', name: longKey, triggers: 'all', usedAt: inMs(-3 * hour) },
    { ...base, id: 'k2', name: 'Loja', signed: true, oldSecretUntil: inMs(20 * hour) },
    {
      ...base,
      id: 'k3',
      name: 'Entregador',
      page: true,
      uses: 5,
      used: 2,
      conditions: { until: inMs(40 * hour) },
    },
    { ...base, id: 'k4', name: 'Faxina', page: true, uses: 2, used: 2, conditions: { until: inMs(-hour) } },
    { ...base, id: 'k5', name: 'Sensor', triggers: 'all', right: 'read' },
    { ...base, id: 'k6', name: 'Campainha', triggers: ['deleted'], conditions: { coolDownSeconds: 60 } },
  ];
};

const people = ['Ana Souza', 'Wolfeschlegelsteinhausenbergerdorff', 'Carla'].map((name, index) => ({
  person: `0123456789a${index}`,
  name,
  seenAt: inMs(-hour),
}));
const pretend = (page: Page, path: string, json: unknown) => page.route(path, (route) => route.fulfill({ json }));

test.describe('conditions and access keys', () => {
  test.use({ timezoneId: 'America/Sao_Paulo' });

  test('renders conditions in the list and in their dialog, with an invalid value', async ({ page, guest }) => {
    test.slow();
    await guest.signIn();
    const [trigger] = await guest.settle(longName);
    if (!trigger) throw new Error('There is no trigger.');
    await pretend(page, '**/api/people', people);
    await pretend(page, '**/api/plans', { plans: [], timeZone: 'Asia/Kolkata' });
    const conditions = {
      coolDownSeconds: 60,
      from: inMs(50 * hour),
      networks: ['203.0.113.7'],
      people: ['ffffffffffff'],
    };
    const saved = await page.request.patch(`/api/triggers/${trigger.id}`, { data: { conditions } });
    expect(saved.status()).toBe(200);
    await page.goto('/triggers');
    await expect(page.getByRole('rowheader')).toContainText('Can run ');
    await checkAppearances(page, { layout: [1920, 1280, 1024, 768, 640, 360, 320], axe: [1280, 360] });
    await choose(page, longName, 'Conditions');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: 'Carla' })).toBeVisible();
    for (const _ of [1, 2]) await dialog.getByRole('button', { name: 'Add times' }).click();
    await dialog.getByLabel('Only from these networks').fill('home');
    await dialog.getByRole('button', { name: 'Save conditions' }).click();
    await expect(dialog.getByText('“home” is not an address or a range')).toBeVisible();
    await checkAppearances(page);
  });

  test('renders access keys of every kind, their confirmations and their form', async ({ page, guest }) => {
    test.slow();
    await guest.signIn();
    const [trigger] = await guest.settle(longName, 'Porta da frente');
    if (!trigger) throw new Error('There is no trigger.');
    await pretend(page, '**/api/access-keys', { accessKeys: everyKindOfKey(trigger.id) });
    await page.goto('/triggers');
    await choose(page, longName, 'Give access');
    await expect(page.getByRole('heading', { name: '6 access keys' })).toBeVisible();
    await checkAppearances(page);
    await page.getByRole('button', { name: 'Replace the secret of Loja' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    // Move away, so that the tooltip of the button below is hidden.
    await page.mouse.move(0, 0);
    await checkAppearances(page, { axe: [360] });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New access key' }).click();
    const form = page.getByRole('dialog', { name: 'New access key' });
    await form.getByText('Some', { exact: true }).click();
    await form.getByText('Conditions', { exact: true }).click();
    await form.getByLabel('Number of uses').fill('0');
    await form.getByRole('button', { name: 'Create access key' }).click();
    await expect(form.getByText('Enter a whole number, up to 100,000')).toBeVisible();
    await checkAppearances(page);
    await form.getByText('Monitoring address', { exact: true }).click();
    await expect(form.getByText('Enter a whole number, up to 100,000')).toBeHidden();
    await checkAppearances(page, { axe: [360] });
  });

  test('renders a webhook URL, a monitoring address, a guest page and its door sign', async ({ page, guest }) => {
    test.slow();
    await guest.signIn();
    await guest.settle('Boa noite');
    await page.goto('/triggers');
    await choose(page, 'Boa noite', 'Give access');
    const create = async (name: string, kind: string) => {
      await page.getByRole('button', { name: 'New access key' }).click();
      const form = page.getByRole('dialog', { name: 'New access key' });
      await form.getByLabel('Name').fill(name);
      await form.getByText(kind, { exact: true }).click();
      await form.getByRole('button', { name: 'Create access key' }).click();
      await expect(page.getByRole('dialog', { name: `“${name}” is ready` })).toBeVisible();
    };
    await create('Loja', 'Signed webhook URL');
    await expect(page.getByText(/\?key=/)).toBeVisible();
    await checkAppearances(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await create('Monitor', 'Monitoring address');
    await expect(page.getByText(/\/prod\/findings\/\d+\?token=recado_/)).toBeVisible();
    await checkAppearances(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await create('Entregador', 'Page for a guest');
    await expect(page.getByRole('figure', { name: 'QR code with the address of the page' })).toBeVisible();
    await checkAppearances(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('h1').filter({ hasText: 'Boa noite' })).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    const [paper, ink] = await page.evaluate(() => {
      const sign = document.querySelector('.door-sign');
      return [getComputedStyle(document.body).backgroundColor, sign && getComputedStyle(sign).color];
    });
    expect([paper, ink]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });
});
