import { expect, test } from './product-test.ts';
import { signedOut } from './trouble.ts';

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
    test(`a browser that speaks ${browser} is answered in ${language}`, async ({ page, trouble }) => {
      trouble.expect(signedOut);
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetings[language]);
      await expect(page.locator('html')).toHaveAttribute('lang', locales[language]);
    });
  });
}

test('the choice at sign-in lasts: through a reload, the sign-in, and against the browser’s own', async ({
  page,
  guest,
  trouble,
}) => {
  trouble.expect(signedOut);
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
});

test('the menu changes texts, title, page language and dates in place, and keeps the focus', async ({
  page,
  ana: _,
}) => {
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
});

test('another tab follows', async ({ page, context, ana: _ }) => {
  const other = await context.newPage();
  await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')]);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Panel');
  await expect(other.locator('html')).toHaveAttribute('lang', 'es');
});
