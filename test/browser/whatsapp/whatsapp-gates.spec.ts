import type { Page } from '@playwright/test';

import { aSubscription, everyStatus } from '#web/testing/a-subscription.ts';
import { anAccount, home } from '#web/testing/people.ts';

import { lateAnswer, refused } from '../support/pretend-server.ts';
import { answersTo, calls, pretendWhatsApp } from '../support/pretend-whatsapp.ts';
import { expect, test } from '../support/product-test.ts';

type Status = (typeof everyStatus)[number];
type Case = { linked: boolean; status: Status; defaultWorkspace: boolean; trialUsed: boolean };

const both = [true, false] as const;

for (const status of everyStatus) {
  for (const linked of both) {
    test(`${linked ? 'an' : 'no'} account, ${status}: one gate or none, for each workspace and trial`, async ({
      page,
    }) => {
      const server = await pretendWhatsApp(page);
      for (const defaultWorkspace of both) {
        for (const trialUsed of both) {
          const one = { status, linked, defaultWorkspace, trialUsed };
          server.answer(answersTo({ ...one, subscription: aSubscription(status) }));
          await test.step(nameOf(one), async () => {
            await page.goto('/whatsapp');
            await showsOneGate(page, one);
          });
        }
      }
    });
  }
}

const nameOf = ({ defaultWorkspace, trialUsed }: Case): string =>
  `${defaultWorkspace ? 'default' : 'another'} workspace, trial ${trialUsed ? 'used' : 'not used'}`;

async function showsOneGate(page: Page, { linked, status, defaultWorkspace, trialUsed }: Case): Promise<void> {
  const main = page.getByRole('main');
  const pays = status === 'active' || status === 'trialing';
  const offersTrial = defaultWorkspace && !trialUsed;
  const open = linked && pays;
  const gate = (title: string, link: string) => ({
    title: main.getByText(title),
    link: main.getByRole('link', { name: link, exact: true }),
  });
  const account = gate('Link your Amazon account first', 'Link Amazon account');
  const plan = gate('Subscription required', offersTrial ? 'Start free trial' : 'View plans');
  const connect = main.getByRole('button', { name: 'Connect WhatsApp' });

  await expect(linked ? (pays ? connect : plan.title) : account.title).toBeVisible();
  await expect(account.title).toHaveCount(linked ? 0 : 1);
  await expect(plan.title).toHaveCount(linked && !pays ? 1 : 0);
  await expect(main.getByRole('heading', { name: 'Connection' })).toHaveCount(open ? 1 : 0);
  if (!linked) await expect(account.link).toHaveAttribute('href', '/amazon-auth');
  else if (!pays) await expect(plan.link.last()).toHaveAttribute('href', '/subscription');
  await expect(main.getByRole('link', { name: 'Start free trial' })).toHaveCount(
    linked && !pays && offersTrial ? 1 : 0,
  );

  await expect(main.getByText('Your free trial ends in 5 days')).toHaveCount(linked && status === 'trialing' ? 1 : 0);
  const ranOut = linked && status === 'canceled' && defaultWorkspace && trialUsed;
  await expect(main.getByText('Your free trial has ended')).toHaveCount(ranOut ? 1 : 0);
}

const subscriptionCall = `GET /api/subscription/${home.id}`;
const accountCall = 'GET /api/amazon-auth';

for (const [fact, call, answers] of [
  ['the subscription', subscriptionCall, { json: aSubscription('active') }],
  ['the account', accountCall, { json: anAccount('active') }],
] as const) {
  test(`while ${fact} is not known yet, no gate shows that may be wrong`, async ({ page }) => {
    const server = await pretendWhatsApp(page);
    const late = lateAnswer();
    server.answer({ [call]: late.route });
    await page.goto('/whatsapp');
    const main = page.getByRole('main');
    await expect(main.getByRole('status')).toHaveText('Loading...');
    await expect.poll(() => server.sent(calls.current).length + server.sent(call).length).toBeGreaterThan(0);
    await expect(main.getByText(/Link your Amazon account first|Subscription required|Connection/)).toHaveCount(0);
    late.give(answers);
    await expect(main.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
  });
}

for (const call of [subscriptionCall, accountCall, calls.current]) {
  test(`where ${call.replace(/\d+/, '{id}')} fails, the page says so in place of a gate, and tries again`, async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(/^503 GET /);
    const server = await pretendWhatsApp(page);
    server.answer({ [call]: refused(503, 'server.busy') });
    await page.goto('/whatsapp');
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText('The WhatsApp connection could not be loaded.');
    await expect(main.getByText(/Link your Amazon account first|Subscription required/)).toHaveCount(0);
    server.answer(answersTo({}));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
  });
}
