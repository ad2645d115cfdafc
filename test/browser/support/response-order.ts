import type { Page, Route } from '@playwright/test';

export type Order = 'oldest' | 'newest';

/** Releases API replies one at a time and draws each one before the next. */
export async function oneAnswerAtATime(page: Page, order: Order): Promise<void> {
  const waiting: Route[] = [];
  let turn = Promise.resolve();
  const answerOne = async () => {
    const route = order === 'oldest' ? waiting.shift() : waiting.pop();
    await route?.continue();
    await route?.request().response();
    await drawn(page);
  };
  await page.route('**/api/**', (route) => {
    waiting.push(route);
    turn = turn.then(answerOne).catch(() => {});
    return turn;
  });
}

const drawn = (page: Page): Promise<void> =>
  page
    .evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
    .catch(() => {});
