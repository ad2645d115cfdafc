import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { findChromium } from '../browser/chromium.ts';
import { root, startStack } from '../local/stack.ts';
import { histories, measures, newPerson, type Count, type History, type Person } from './connect-person.ts';

type Way = 'by hand' | 'in one go';

/** Milliseconds. */
const patience = 90_000;

/** Limits for each history when the skill is enabled automatically. */
const limits: Record<History, Count> = {
  Google: { clicks: 5, pages: 5, consents: 2, tabs: 1 },
  Amazon: { clicks: 3, pages: 3, consents: 1, tabs: 1 },
  'another Amazon': { clicks: 7, pages: 6, consents: 2, tabs: 2 },
};

/**
 * Counts what a new user does in Chromium between the first dashboard and the active skill, with and without automatic
 * enablement. A user who signed in with Amazon has already allowed name and e-mail.
 */
export async function benchConnect(): Promise<boolean> {
  const [before, after] = [await count('by hand'), await count('in one go')];
  console.log(`${''.padEnd(36)}${measures.map((name) => name.padStart(10)).join('')}`);
  for (const history of histories) {
    for (const [name, found] of Object.entries({
      'by hand': before[history],
      'in one go': after[history],
      limit: limits[history],
    }))
      console.log(
        `${`with ${history}, ${name}`.padEnd(36)}${measures.map((measure) => String(found[measure]).padStart(10)).join('')}`,
      );
  }
  console.log('\nBy hand, Alexa asks for a sign-in of its own as well, which the sandbox leaves out.');
  return histories.every(
    (history) =>
      measures.every((measure) => after[history][measure] <= limits[history][measure]) &&
      after[history].clicks < before[history].clicks,
  );
}

async function count(way: Way): Promise<Record<History, Count>> {
  const stack = await startStack({
    web: 'built',
    prod: true,
    workers: 1,
    logFile: join(root, '.cache', 'connect.log'),
    env: { ...process.env, ...(way === 'by hand' && { ALEXA_SKILL_ID: '' }) },
  });
  const browser = await chromium.launch(await findChromium(process.env));
  const counted = async (history: History): Promise<Count> => {
    const context = await browser.newContext({ baseURL: stack.appUrl, locale: 'en-US' });
    context.setDefaultTimeout(patience);
    return (way === 'by hand' ? byHand : inOneGo)(await newPerson(context, history));
  };
  try {
    return {
      Google: await counted('Google'),
      Amazon: await counted('Amazon'),
      'another Amazon': await counted('another Amazon'),
    };
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function byHand({ page, counted, click, link, homePath }: Person): Promise<Count> {
  await click(page.getByRole('link', { name: 'Link account' }));
  await link();
  await click(page.getByRole('dialog').getByRole('button', { name: 'Activate skill' }));
  const opened = page.waitForEvent('popup');
  await click(page.getByRole('dialog').getByRole('link', { name: 'Install' }));
  const alexa = await opened;
  await click(alexa.locator(`a[href="${homePath}"]`));
  await click(alexa.getByRole('button', { name: 'Enable skill' }));
  await page.getByRole('dialog', { name: 'The skill is active' }).waitFor();
  return counted;
}

async function inOneGo({ page, counted, click, link, allow }: Person): Promise<Count> {
  await click(page.getByRole('link', { name: 'Link account' }));
  await link();
  await allow('enable the skill');
  await page.getByRole('dialog', { name: 'Account linked and skill active' }).waitFor();
  return counted;
}
