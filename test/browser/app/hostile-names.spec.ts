import type { Page } from '@playwright/test';

import { aSubscription } from '#web/testing/a-subscription.ts';
import { aTrigger, anAccount, home } from '#web/testing/people.ts';

import { pretendServer } from '../support/pretend-server.ts';
import { aGroup, anInstance, answersTo } from '../support/pretend-whatsapp.ts';
import { expect, test } from '../support/product-test.ts';

const markup = (where: string): string => `${where}<img src=x onerror="window.taken=1">`;
const breakout = (where: string): string => `${where}"><svg onload="window.taken=1">{{7*7}}`;

const beach = { ...home, id: 8, name: breakout('beach'), defaultWorkspace: false };
const workspaces = [{ ...home, name: markup('home') }, beach];
const good = { ...aTrigger({ name: markup('trigger'), description: breakout('text') }), id: 'good' };
const run = { id: 'run', at: new Date().toISOString(), channel: 'group', outcome: 'sent', ms: 5, stages: {} };

async function open(page: Page) {
  const instance = anInstance('CONNECTED', { contactName: markup('contact'), referencedInstanceId: 41 });
  const groups = [aGroup(1, markup('group')), aGroup(2, breakout('other group'))];
  await pretendServer(page, {
    ...answersTo({ instance, groups, from: markup('shared from'), subscription: aSubscription('active') }),
    'GET /api/auth/user': {
      json: { id: 'ana', name: markup('Ana'), trialUsed: true, signedInWith: 'google', email: breakout('ana@') },
    },
    'GET /api/workspaces/current': { json: { ...home, name: markup('home') } },
    'GET /api/workspaces': { json: workspaces },
    'GET /api/amazon-auth': { json: anAccount('active', { name: markup('account'), email: breakout('mail') }) },
    'GET /api/triggers': { json: [good] },
    'GET /api/triggers/good/executions': { json: { items: [{ ...run, who: markup('sender') }] } },
  });
}

async function expectPlainText(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await expect(page.getByText(name).first()).toBeAttached();
  await expect(page.locator('img[src="x"], svg[onload], [onerror], [onload], script:not([src])')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'taken'))).toBeUndefined();
}

test(
  'shows hostile names of workspaces, users and accounts as text on every page',
  { tag: '@threat-xss' },
  async ({ page }) => {
    await open(page);
    await page.goto('/dashboard');
    await expectPlainText(page, markup('home'), markup('Ana'));
    await page.goto('/workspaces');
    await expectPlainText(page, markup('home'), breakout('beach'));
    await page.goto('/amazon-auth');
    await expectPlainText(page, markup('account'), breakout('mail'));
    await page.goto('/subscription');
    await expectPlainText(page, markup('home'));
  },
);

test(
  'shows hostile names of triggers, senders, groups and contacts as text, including drawers and dialogs',
  { tag: '@threat-xss' },
  async ({ page }) => {
    await open(page);
    await page.goto('/triggers?runs=good');
    await expectPlainText(page, markup('trigger'), markup('sender'));
    await page.keyboard.press('Escape');
    await page.goto('/whatsapp');
    await expectPlainText(page, markup('group'), breakout('other group'), markup('contact'), markup('shared from'));
    await page.getByRole('button', { name: `Unlink ${markup('group')}` }).click();
    await expect(page.getByRole('alertdialog')).toContainText(markup('group'));
    await expectPlainText(page, markup('group'));
  },
);

test('shows hostile values in the address as text or not at all', { tag: '@threat-xss' }, async ({ page }) => {
  await open(page);
  const hostile = encodeURIComponent(markup('query'));
  await page.goto(`/triggers?q=${hostile}`);
  await expectPlainText(page, markup('query'));
  for (const path of [
    `/login?error=${hostile}`,
    `/amazon-auth?error=${hostile}`,
    `/amazon-auth?error=amazonAuth.accountInUseModal.title&isCurrentUserWorkspace=true&workspaceName=${hostile}`,
    `/subscription?id=${hostile}`,
    `/triggers?runs=${hostile}`,
    // Without dots, because the CDN treats a path with a dot as a file.
    `/${hostile.replaceAll('.', '')}`,
    `/dashboard#${hostile}`,
  ]) {
    await page.goto(path);
    // `includeHidden`, because an open dialog hides the page from screen readers.
    await expect(page.getByRole('main', { includeHidden: true })).toBeVisible();
    await expectPlainText(page);
  }
});
