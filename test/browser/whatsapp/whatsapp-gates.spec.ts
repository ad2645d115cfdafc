import { aSubscription } from '#web/testing/a-subscription.ts';
import { anAccount, home } from '#web/testing/people.ts';

import { lateAnswer, refused } from '../support/pretend-server.ts';
import { answersTo, calls, pretendWhatsApp } from '../support/pretend-whatsapp.ts';
import { expect, test } from '../support/product-test.ts';

// `gates.test.tsx` covers every subscription, workspace and trial.
test('asks for the account, then for the plan, then shows the page, and links each next step', async ({ page }) => {
  const server = await pretendWhatsApp(page, { linked: false });
  const main = page.getByRole('main');
  const connect = main.getByRole('button', { name: 'Connect WhatsApp' });
  await page.goto('/whatsapp');
  await expect(main.getByText('Link your Amazon account first')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Link Amazon account' })).toHaveAttribute('href', '/amazon-auth');
  await expect(main.getByText('Subscription required')).toHaveCount(0);
  await expect(connect).toHaveCount(0);

  for (const [status, trialUsed, link] of [
    ['inactive', false, 'Start free trial'],
    ['canceled', true, 'View plans'],
  ] as const) {
    server.answer(answersTo({ trialUsed, subscription: aSubscription(status) }));
    await page.reload();
    await expect(main.getByText('Subscription required')).toBeVisible();
    await expect(main.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', '/subscription');
    await expect(main.getByText('Your free trial has ended')).toHaveCount(trialUsed ? 1 : 0);
    await expect(connect).toHaveCount(0);
  }

  server.answer(answersTo({ subscription: aSubscription('trialing') }));
  await page.reload();
  await expect(connect).toBeVisible();
  await expect(main.getByText('Your free trial ends in 5 days')).toBeVisible();
  await expect(main.getByText('Subscription required')).toHaveCount(0);
});

const subscriptionCall = `GET /api/subscription/${home.id}`;
const accountCall = 'GET /api/amazon-auth';

test('shows no gate while the account or the subscription is unknown', async ({ page }) => {
  const server = await pretendWhatsApp(page);
  const main = page.getByRole('main');
  for (const [call, answer] of [
    [subscriptionCall, { json: aSubscription('active') }],
    [accountCall, { json: anAccount('active') }],
  ] as const) {
    const late = lateAnswer();
    server.answer({ ...answersTo({}), [call]: late.route });
    const before = server.sent(call).length;
    await page.goto('/whatsapp');
    await expect(main.getByRole('status')).toHaveText('Loading...');
    await expect.poll(() => server.sent(call).length).toBeGreaterThan(before);
    await expect(main.getByText(/Link your Amazon account first|Subscription required|Connection/)).toHaveCount(0);
    late.give(answer);
    await expect(main.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
  }
});

test('shows an error instead of a gate when the subscription, the account or the number fails, and retries', async ({
  page,
  pageErrors,
}) => {
  pageErrors.expect(/^503 GET /);
  const server = await pretendWhatsApp(page);
  const main = page.getByRole('main');
  for (const call of [subscriptionCall, accountCall, calls.current]) {
    server.answer({ ...answersTo({}), [call]: refused(503, 'server.busy') });
    await page.goto('/whatsapp');
    await expect(main.getByRole('alert')).toContainText('The WhatsApp connection could not be loaded.');
    await expect(main.getByText(/Link your Amazon account first|Subscription required/)).toHaveCount(0);
    server.answer(answersTo({}));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
  }
});
