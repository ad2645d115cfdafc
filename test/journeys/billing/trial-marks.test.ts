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

/** Their Amazon account was linked after their trial had begun, and is free again. */
async function accountWithTrial(): Promise<string> {
  const ana = await newcomer(guest());
  const { id } = await onTrial(ana);
  await ana.linkAmazon();
  expect(await (await subscriberAt(ana)).read()).toMatchObject({ status: 'trialing' });
  await ana.unlinkAmazon(id);
  return ana.name;
}

describe('an Amazon account that was linked during a trial', { tags: 'spec-12.2' }, () => {
  test('brings no trial to another person who links it before theirs', async () => {
    const account = await accountWithTrial();
    const bruno = await newcomer(guest());
    await bruno.linkAmazon({ as: account });
    const page = await subscriberAt(bruno);
    const asked = await page.ask('create-checkout-session', { priceId: 'pro_monthly' });
    expect(refusalIn(asked)).toEqual({ status: 409, errorKey: 'subscription.trialUsed' });
    expect((await bruno.whoAmI()).trialUsed).toBe(true);
  });

  test.each([
    ['ends it, with the reason', 'none', 'canceled'],
    ['makes it cost from now on where there is a card, with the reason', 'pm_card_visa', 'active'],
  ] as const)('linked by another person during theirs, %s', async (_, card, status) => {
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

test('a WhatsApp number that was paired during a trial ends the trial of another person who pairs it', async () => {
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

test('what is linked, unlinked and linked again by the same person ends nothing', async () => {
  const ana = await newcomer(guest());
  const page = await onTrial(ana);
  await ana.linkAmazon();
  await ana.unlinkAmazon(page.id);
  await ana.linkAmazon();
  const now = await page.read();
  expect(now.status).toBe('trialing');
  expect(now).not.toHaveProperty('secondTrial');
});
