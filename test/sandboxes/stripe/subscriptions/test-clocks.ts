import type Stripe from 'stripe';

import type { StripeRequest } from '../api.ts';
import { advanceTo } from '../clock.ts';
import { deleteCustomer } from '../customers.ts';
import type { TestClock } from '../entities.ts';
import type { Wire } from '../events/wire.ts';
import { int, text } from '../params.ts';
import { missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';

const LIVES_SECONDS = 30 * 24 * 3600;

/** Stripe gives each test clock a separate time. Here all share one, so moving one moves all. */
export function createTestClock({ store, params }: StripeRequest): object {
  advanceTo(store, int(params, 'frozen_time') ?? 0);
  const one = store.testClocks.add({ id: store.newId('clock'), created: store.now(), name: text(params, 'name') });
  return showTestClock(store, one);
}

export function retrieveTestClock({ store, id }: StripeRequest): object {
  return showTestClock(store, findTestClock(store, id));
}

export function advanceTestClock({ store, params, id }: StripeRequest): object {
  const one = findTestClock(store, id);
  const moment = int(params, 'frozen_time') ?? 0;
  if (moment < store.now()) throw wrong('A test clock never goes back.', 'frozen_time');
  advanceTo(store, moment);
  return showTestClock(store, one);
}

export function deleteTestClock({ store, id, ...asked }: StripeRequest): object {
  const one = findTestClock(store, id);
  for (const { id: customer } of store.customers.all().filter((each) => each.testClock === id && !each.deleted)) {
    deleteCustomer({ ...asked, store, id: customer });
  }
  store.testClocks.remove(one.id);
  return { id, object: 'test_helpers.test_clock', deleted: true };
}

function findTestClock(store: StripeStore, id: string): TestClock {
  const one = store.testClocks.get(id);
  if (!one) throw missing('test clock', id);
  return one;
}

const showTestClock = (store: StripeStore, one: TestClock): Wire<Stripe.TestHelpers.TestClock> => ({
  id: one.id,
  object: 'test_helpers.test_clock',
  created: one.created,
  deletes_after: one.created + LIVES_SECONDS,
  frozen_time: store.now(),
  livemode: false,
  name: one.name ?? null,
  status: 'ready',
  status_details: {},
});
