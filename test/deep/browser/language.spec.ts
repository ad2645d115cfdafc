import type { Page } from '@playwright/test';

import { expect, test } from '../../browser/support/product-test.ts';
import { textsOf } from '../../browser/support/texts.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { choose } from '../../browser/support/trigger-row.ts';

const greetings = { pt: 'Entrar no Recado', en: 'Sign in to Recado', es: 'Iniciar sesión en Recado' } as const;
const locales = { pt: 'pt-BR', en: 'en-US', es: 'es' } as const;

for (const [browser, language] of [
  ['pt', 'pt'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'en'],
  ['es', 'es'],
  ['es-MX', 'es'],
  ['en-GB', 'en'],
  ['fr', 'en'],
] as const) {
  test.describe(() => {
    test.use({ locale: browser });
    test(
      `detects the browser language ${browser} and shows ${language}`,
      { tag: ['@spec-14.1', '@spec-14.3'] },
      async ({ page }) => {
        await page.goto('/login');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetings[language]);
        await expect(page.locator('html')).toHaveAttribute('lang', locales[language]);
      },
    );
  });
}

test(
  'keeps the language chosen at sign-in through a reload and the sign-in, against the browser’s language',
  { tag: '@spec-14.2' },
  async ({ page, guest }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Português' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetings.pt);
    await expect(page).toHaveTitle('Entrar · Recado');
    await expect(page.getByRole('button', { name: 'Português' })).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem('preferredLanguage'))).toBe('pt');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetings.pt);
    await page.getByRole('link', { name: 'Entrar com o Google' }).click();
    await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Workspace Meu workspace' })).toBeVisible();
  },
);

test(
  'changes texts, title, page language and dates in place, and keeps the focus on the menu',
  { tag: '@spec-15.1' },
  async ({ page, ana: _ }) => {
    await page.route('/api/triggers', async (route) => {
      const reply = await route.fetch();
      const triggers: unknown = await reply.json();
      const old = Array.isArray(triggers)
        ? triggers.map((one) => ({ ...one, createdAt: '2020-03-04T12:00:00.000Z' }))
        : [];
      await route.fulfill({ response: reply, json: old });
    });
    await page.goto('/triggers');
    const created = page.getByRole('row').nth(1).locator('time').last();
    await expect(created).toHaveText('March 4, 2020');

    for (const [from, to, title, heading, date] of [
      ['Language: English', 'Português', 'Gatilhos · Recado', 'Gatilhos', '4 de março de 2020'],
      ['Idioma: Português', 'Español', 'Disparadores · Recado', 'Disparadores', '4 de marzo de 2020'],
      ['Idioma: Español', 'English', 'Triggers · Recado', 'Triggers', 'March 4, 2020'],
    ] as const) {
      await page.getByRole('button', { name: from }).click();
      await page.getByRole('menuitemradio', { name: to }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(title);
      await expect(created).toHaveText(date);
      await expect(page.getByRole('button', { name: new RegExp(`: ${to}$`) })).toBeFocused();
    }
  },
);

test('changes the language of another tab as well', async ({ page, context, ana: _ }) => {
  const other = await context.newPage();
  await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')]);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Panel');
  await expect(other.locator('html')).toHaveAttribute('lang', 'es');
});

test('changes the language of every visited page, and shows no key on any page', async ({ page, ana: _ }) => {
  await page.goto('/dashboard');
  for (const name of ['Triggers', 'Amazon account']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  const seen = await keysSeen(page);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cuenta de Amazon');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Disparadores');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel');
  expect(await seen()).toEqual([]);
});

test('reports a page whose texts do not load, and shows it after a reload', async ({ page, pageErrors, ana: _ }) => {
  pageErrors.expect(
    /^failed: GET \/assets\/en-triggers/,
    /^console error: .*page failed/,
    /dynamically imported module/,
  );
  await page.route('/assets/en-triggers*.js', (route) => route.abort());
  await page.goto('/triggers');
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.');
  await page.unroute('/assets/en-triggers*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Triggers');
});

test('reports an app whose texts or code do not load in the browser’s language, and shows it after a reload', async ({
  page,
  pageErrors,
}) => {
  for (const part of ['en-texts', 'core', 'index']) {
    pageErrors.expect(new RegExp(`^failed: GET /assets/${part}`), /dynamically imported module/);
    await page.route(`/assets/${part}-*.js`, (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded.');
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await page.unroute(`/assets/${part}-*.js`);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Recado');
  }
});

test('shows the server’s text of a refusal when its translation does not load', async ({ page, pageErrors, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  pageErrors.expect(
    /^failed: GET \/assets\/en-refusals/,
    /^console error: .*no texts of refusals/,
    /dynamically imported module/,
    /^404 DELETE /,
  );
  await page.route('/assets/en-refusals*.js', (route) => route.abort());
  await page.goto('/triggers');
  await choose(page, 'Good night', 'Delete');
  await page.request.delete(`/api/triggers/${trigger?.id ?? ''}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trigger' }).click();
  await expect(toastOf(page)).toContainText('Error deleting trigger');
  await expect(toastOf(page)).toContainText(/There is no such trigger\.$/);
});

test('keeps the language and shows a toast when the texts of the new one do not load', async ({
  page,
  pageErrors,
  ana: _,
}) => {
  pageErrors.expect(/^failed: GET \/assets\/es-/, /^console error: .*no texts in es/, /dynamically imported module/);
  await page.route('/assets/es-triggers*.js', (route) => route.abort());
  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(toastOf(page)).toContainText('We could not reach the server.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Triggers');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
});

test('logs the path of a missing text at start-up, and starts', { tag: '@spec-17.1' }, async ({ page, pageErrors }) => {
  pageErrors.expect(/^console error: \[recado\] texts en\/login: /);
  await page.route('/assets/en-login*.js', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: (await reply.text()).replaceAll('withGoogle', 'withGoggle') });
  });
  const reported = page.waitForEvent('console', (message) => message.text().includes('texts en/login'));
  await page.goto('/login');
  expect((await reported).text()).toContain('withGoogle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetings.en);
});

async function keysSeen(page: Page): Promise<() => Promise<unknown>> {
  const roots = new Set([...textsOf('en').keys()].map((key) => key.split('.')[0]));
  await page.evaluate(
    (known) => {
      const key = new RegExp(`^(${known.join('|')})(\\.\\w+)+$`);
      const seen: string[] = [];
      Reflect.set(window, 'keysSeen', seen);
      new MutationObserver(() => {
        const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
          const text = walk.currentNode.textContent ?? '';
          if (key.test(text)) seen.push(text);
        }
      }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
    },
    [...roots],
  );
  return () => page.evaluate(() => Reflect.get(window, 'keysSeen'));
}
