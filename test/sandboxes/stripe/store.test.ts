import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { aStripe, aSubscriber } from './a-stripe.ts';

test('restores state and clock after a restart and never reuses ids', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'));
  const stateFile = join(folder, 'sandboxes.json');
  const first = await aStripe({ stateFile });
  const { monthly } = await first.catalog();
  const paying = await aSubscriber(first, monthly.id, { trial: false, card: 'pm_card_visa' });
  const { id: last } = await aSubscriber(first, monthly.id).then(({ read }) => read());
  await first.days(40);
  const truth = (await first.control('truth', { customer: paying.customer })).body;
  await first.close();

  const second = await aStripe({ stateFile });
  const { now: _, ...kept } = Object.fromEntries(Object.entries(truth ?? {}));
  expect((await second.control('truth', { customer: paying.customer })).body).toMatchObject(kept);
  expect(await second.stripe.subscriptions.retrieve(last)).toMatchObject({ status: 'canceled' });
  const { id } = await second.stripe.customers.create({});
  expect(JSON.stringify(truth)).not.toContain(id);
  await second.close();
  await rm(folder, { recursive: true });
});
