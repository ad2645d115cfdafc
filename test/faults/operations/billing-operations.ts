import { setUpBilling } from '#infra/billing/set-up.ts';

import { advanceTo } from '../../sandboxes/stripe/clock.ts';
import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld } from '../../support/worlds/alexa-world.ts';
import { aBillingOn } from '../../support/worlds/billing/a-billing-on.ts';
import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';
import { tableProblems } from '../invariants.ts';
import type { CrashOperation } from './operation.ts';

const appUrl = 'https://app.test';
const daySeconds = 86_400;

type Scene = Awaited<ReturnType<typeof aScene>>;

let people = 0;

async function aScene() {
  const table = await aTable();
  const clock = aClock();
  const stripe = aStripeInProcess(appUrl, clock.now());
  await setUpBilling({ stripe: stripe.account, appUrl });
  const world = alexaWorld(table, aFakeAlexa(), clock);
  people += 1;
  const [user, id] = [`c-${people}`, 9_000 + people];
  await world.addWorkspace(id, user, true);
  return { table, clock, stripe, world, id, billing: aBillingOn(table, stripe, { appUrl }) };
}

const pay = async ({ stripe, billing, id }: Scene, card = 'pm_card_visa'): Promise<void> => {
  await stripe.pressed((await billing.checkout(id)).url, { action: 'pay', card });
};

/** Pays with a card that works once and is declined at the renewal. */
async function owe(scene: Scene): Promise<void> {
  const { stripe, billing, id } = scene;
  await pay(scene, 'pm_card_chargeCustomerFail');
  await billing.sync(id);
  advanceTo(stripe.sandbox, stripe.sandbox.now() + 31.5 * daySeconds);
  await billing.sync(id);
}

type Billing = {
  name: string;
  covers: readonly string[];
  prepare: (scene: Scene) => Promise<unknown>;
  act: (scene: Scene, billing: Scene['billing']) => Promise<unknown>;
  ends: 'subscribed' | 'mayPay';
};

const all: readonly Billing[] = [
  {
    name: 'checkout, up to the page',
    covers: ['billing createCheckoutSession'],
    prepare: () => Promise.resolve(),
    act: ({ id }, billing) => billing.checkout(id),
    ends: 'mayPay',
  },
  {
    name: 'checkout, after another one that nobody finished',
    covers: ['billing createCheckoutSession'],
    prepare: ({ billing, id, stripe }) =>
      billing.checkout(id).then(() => advanceTo(stripe.sandbox, stripe.sandbox.now() + 2 * daySeconds)),
    act: ({ id }, billing) => billing.checkout(id),
    ends: 'mayPay',
  },
  {
    name: 'checkout, in place of a subscription that is owed',
    covers: ['billing createCheckoutSession'],
    prepare: owe,
    act: ({ id }, billing) => billing.checkout(id),
    ends: 'mayPay',
  },
  {
    name: 'checkout, once it was paid',
    covers: ['stripe-events receiveBillingEvent', 'billing readSubscription'],
    prepare: (scene) => pay(scene),
    act: ({ id }, billing) => billing.sync(id),
    ends: 'subscribed',
  },
  {
    name: 'looking after what is due',
    covers: ['billing-jobs lookAtDue', 'billing-jobs lookForMissedEvents'],
    prepare: async (scene) => {
      await pay(scene);
      advanceTo(scene.stripe.sandbox, scene.stripe.sandbox.now() + daySeconds);
    },
    act: (_, billing) => billing.job(),
    ends: 'subscribed',
  },
];

export const billingOperations: readonly CrashOperation[] = all.map(
  ({ name, covers, prepare, act, ends }): CrashOperation => ({
    name,
    covers,
    begin: () =>
      Promise.resolve(async (crashing) => {
        const scene = await aScene();
        const { table, clock, stripe, world, id, billing } = scene;
        await prepare(scene);
        await crashing(table, (dying) => act(scene, aBillingOn(dying, stripe, { appUrl })));
        clock.advance(120_000);
        await world.settle();
        await billing.job();
        if (ends === 'mayPay') await pay(scene);
        await billing.sync(id);
        await world.settle();
        return [...tableProblems(await world.items()), ...(await atStripe(scene))];
      }),
  }),
);

/** Expects one customer, one live subscription, no open checkout or invoice, and a table that agrees. */
async function atStripe({ stripe: { sandbox }, world, id }: Scene): Promise<string[]> {
  const item = await world.subscriptions.find(id);
  const customers = sandbox.customers.all().filter(({ metadata }) => metadata['workspaceId'] === String(id));
  const living = sandbox.subscriptions.all().filter(({ status }) => status === 'active' || status === 'trialing');
  const open = sandbox.checkouts.all().filter(({ status }) => status === 'open');
  const owed = sandbox.invoices.all().filter(({ status }) => status === 'open');
  const counted = (what: string, is: number, wanted: number): string[] =>
    is === wanted ? [] : [`${is} ${what}, and not ${wanted}`];
  return [
    ...counted('customers', customers.length, 1),
    ...counted('subscriptions that live', living.length, 1),
    ...counted('pages that are open', open.length, 0),
    ...counted('invoices that are owed', owed.length, 0),
    ...(item?.customerId === customers[0]?.id ? [] : ['the table knows another customer']),
    ...(item?.subscriptionId === living[0]?.id && item?.status === living[0]?.status
      ? []
      : ['the table knows another subscription']),
    ...(item?.pendingCheckout ? ['the table still waits for a page'] : []),
  ];
}
