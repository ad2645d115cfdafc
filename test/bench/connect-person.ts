import type { BrowserContext, Locator, Page } from '@playwright/test';

export const measures = ['clicks', 'pages', 'consents', 'tabs'] as const;
export type Count = Record<(typeof measures)[number], number>;

/** How the user signed in. With `another Amazon`, the user links a different account than the one of the sign-in. */
export const histories = ['Google', 'Amazon', 'another Amazon'] as const;
export type History = (typeof histories)[number];

const ana = { key: 'ana', name: 'Ana Souza' };
const bruno = { key: 'bruno', name: 'Bruno Lima' };
const carla = { key: 'carla', name: 'Carla Reis' };
const davi = { key: 'davi', name: 'Davi Nunes' };
const people = {
  Google: { signsIn: ana, links: ana },
  Amazon: { signsIn: bruno, links: bruno },
  'another Amazon': { signsIn: carla, links: davi },
} as const;

/** Opens the dashboard as a new user and counts every step from there. */
export async function newPerson(context: BrowserContext, history: History) {
  const counted: Count = { clicks: 0, pages: 0, consents: 0, tabs: 1 };
  const { signsIn, links } = people[history];
  const page = await context.newPage();
  const chooseAtAmazon = async (name: string, press: (what: Locator) => Promise<void>) => {
    // Amazon keeps a browser signed in. The sandbox needs this box for it, so the click does not count.
    await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
    await press(page.getByRole('button', { name }));
  };
  const begin = () =>
    page.goto(history === 'Google' ? `/api/auth/google?login_hint=${signsIn.key}` : '/api/auth/amazon');
  await begin();
  if (history !== 'Google') {
    await chooseAtAmazon(signsIn.name, (what) => what.click());
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
  }
  await page.waitForURL(/\/(dashboard|login)/);
  // The first call of a function is slow on a busy machine.
  if (page.url().includes('error=auth.providerUnavailable')) await begin();
  await page.getByRole('link', { name: 'Link account' }).waitFor();
  watch(page, new URL('/dashboard', page.url()).href);
  context.on('page', (tab) => {
    counted.tabs += 1;
    watch(tab);
  });

  function watch(tab: Page, first = ''): void {
    let last = first;
    const note = (url: string): void => {
      const { protocol, origin, pathname } = new URL(url);
      if (protocol === 'about:' || origin + pathname === last) return;
      last = origin + pathname;
      counted.pages += 1;
    };
    tab.on('framenavigated', (frame) => {
      if (frame.parentFrame() === null) note(frame.url());
    });
    // The tab may have loaded its address before the listener was added.
    if (first === '') note(tab.url());
  }
  const click = async (what: Locator): Promise<void> => {
    counted.clicks += 1;
    await what.click();
  };
  const allow = async (what: string): Promise<void> => {
    await page.getByText(what).waitFor();
    counted.consents += 1;
    await click(page.getByRole('button', { name: 'Allow', exact: true }));
  };
  return {
    page,
    counted,
    click,
    homePath: `/alexa/home/${links.key}`,
    /** Links the account from the account page. Amazon already knows a user who signed in with Amazon. */
    link: async () => {
      if (history === 'another Amazon') {
        await click(page.getByRole('button', { name: 'Use another account' }));
        const opened = page.waitForEvent('popup');
        await click(page.getByRole('link', { name: 'Sign out of Amazon' }));
        await (await opened).getByRole('heading', { name: 'Signed out' }).waitFor();
        await click(page.getByRole('link', { name: 'Continue to Amazon' }));
      } else await click(page.getByRole('link', { name: 'Connect Alexa' }));
      if (history === 'Amazon') return;
      await chooseAtAmazon(links.name, click);
      await allow('see your e-mail');
    },
    allow,
  };
}

export type Person = Awaited<ReturnType<typeof newPerson>>;
