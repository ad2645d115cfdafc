import { describe, expect, test } from 'vitest';

import { refusalIn } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { numberOf, pair } from '../kit/number.ts';
import { newcomer, settled, type JourneyPerson } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { subscriberAt } from '../kit/subscriber.ts';
import { phoneOf } from '../kit/whatsapp-world.ts';

const guest = guests('trialMarks');

type Card = 'none' | 'pm_card_visa';

async function onTrial(person: JourneyPerson, card: Card = 'none') {
  const at = await subscriberAt(person);
  await at.press(await at.checkout('pro_monthly'), { action: 'pay', card });
  await expect.poll(() => at.read(), { ...soon, interval: 300 }).toMatchObject({ status: 'trialing' });
  return at;
}

/** The name of an Amazon account that was linked during a trial and is unlinked again. */
async function accountWithTrial(): Promise<string> {
  const ana = await newcomer(guest());
  const { id } = await onTrial(ana);
  await ana.linkAmazon();
  expect(await (await subscriberAt(ana)).read()).toMatchObject({ status: 'trialing' });
  await ana.unlinkAmazon(id);
  return ana.name;
}

describe('an Amazon account that was linked during a trial', { tags: 'spec-12.2' }, () => {
  test('refuses a trial to another user who links the account first', async () => {
    const account = await accountWithTrial();
    const bruno = await newcomer(guest());
    await bruno.linkAmazon({ as: account });
    const page = await subscriberAt(bruno);
    const asked = await page.ask('create-checkout-session', { priceId: 'pro_monthly' });
    expect(refusalIn(asked)).toEqual({ status: 409, errorKey: 'subscription.trialUsed' });
    expect((await bruno.whoAmI()).trialUsed).toBe(true);
  });

  test.each([
    ['cancels the subscription with a reason', 'none', 'canceled'],
    ['ends the trial and charges the card with a reason', 'pm_card_visa', 'active'],
  ] as const)('%s when another user links the account during a trial', async (_, card, status) => {
    const account = await accountWithTrial();
    const bruno = await newcomer(guest());
    const page = await onTrial(bruno, card);
    await bruno.linkAmazon({ as: account });
    await expect
      .poll(() => page.read(), { ...soon, interval: 300 })
      .toMatchObject({ status, secondTrial: 'amazonAccount' });
    expect((await bruno.amazon()).email).toBe(`${account}@example.com`);
  });
});

test('ends the trial of another user who pairs a WhatsApp number that was paired during a trial', async () => {
  const ana = await settled(guest());
  const { id } = await onTrial(ana);
  const phone = phoneOf(ana.name);
  const number = await pair(numberOf(ana, id), phone);
  expect((await numberOf(ana, id).unlink(number.id)).status).toBe(204);
  await expect.poll(() => phone.lines(), soon).toEqual([]);

  const bruno = await settled(guest());
  const page = await onTrial(bruno);
  await pair(numberOf(bruno, page.id), phone);
  await expect
    .poll(() => page.read(), { ...soon, interval: 300 })
    .toMatchObject({ status: 'canceled', secondTrial: 'whatsappNumber' });
});

test('keeps the trial when the same user unlinks and relinks the account', async () => {
  const ana = await newcomer(guest());
  const page = await onTrial(ana);
  await ana.linkAmazon();
  await ana.unlinkAmazon(page.id);
  await ana.linkAmazon();
  const now = await page.read();
  expect(now.status).toBe('trialing');
  expect(now).not.toHaveProperty('secondTrial');
});
