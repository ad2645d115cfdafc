import { beforeAll, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';

import { advanceTo } from '../sandboxes/stripe/clock.ts';
import { firstCrash, nextCrash } from '../support/crashes/at-every-write.ts';
import { crashingTable } from '../support/crashes/crashing-table.ts';
import { aFakeAlexa } from '../support/worlds/a-fake-alexa.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../support/worlds/alexa-world.ts';
import { aBillingOn } from '../support/worlds/billing/a-billing-on.ts';
import { aStripeInProcess } from '../support/worlds/billing/a-stripe-in-process.ts';

const appUrl = 'https://app.test';
const clock = aClock();
let table: Table;
beforeAll(async () => void (table = await aTable()));

type Stripe = ReturnType<typeof aStripeInProcess>;

const billingOn = (at: Table, stripe: Stripe) => aBillingOn(at, stripe, { appUrl });

let lastWorkspaceId = 5000;

type Scene = { world: AlexaWorld; stripe: Stripe; user: string; extra: number };

async function aScene(): Promise<Scene> {
  lastWorkspaceId += 10;
  const stripe = aStripeInProcess(appUrl, clock.now());
  await setUpBilling({ stripe: stripe.account, appUrl });
  const world = alexaWorld(table, aFakeAlexa(), clock);
  const scene = { world, stripe, user: `b-${lastWorkspaceId}`, extra: lastWorkspaceId + 1 };
  await world.addWorkspace(lastWorkspaceId, scene.user, true);
  await world.addWorkspace(scene.extra, scene.user);
  const billing = billingOn(table, stripe);
  await stripe.pressed((await billing.checkout(scene.extra)).url, {
    action: 'pay',
    card: 'pm_card_chargeCustomerFail',
  });
  await billing.sync(scene.extra);
  advance(stripe, 31.5);
  await billing.sync(scene.extra);
  expect((await world.subscriptions.find(scene.extra))?.status).toBe('past_due');
  return scene;
}

function advance({ sandbox }: Stripe, days: number): void {
  advanceTo(sandbox, sandbox.now() + days * 86_400);
}

async function finish({ world, stripe }: Scene): Promise<void> {
  await world.settle();
  await billingOn(table, stripe).job();
}

/** Expects that the subscription is unchanged or ended, and that Stripe, the invoice and the table agree. */
async function expectAllOrNothing({ world, stripe, extra }: Scene): Promise<void> {
  const isOff = (await world.workspaces.find(extra))?.status === 'INATIVO';
  const customer = (await world.subscriptions.find(extra))?.customerId;
  const mine = stripe.sandbox.subscriptions.all().filter((one) => one.customer === customer);
  expect(mine.map(({ status }) => status)).toEqual([isOff ? 'canceled' : 'past_due']);
  const open = stripe.sandbox.invoices.all().filter(({ status }) => status === 'open');
  expect(open).toHaveLength(isOff ? 0 : 1);
  expect((await world.subscriptions.find(extra))?.status).toBe(isOff ? 'canceled' : 'past_due');
}

async function atEveryWrite(
  prepare: (scene: Scene) => Promise<unknown>,
  act: (scene: Scene, crashing: Table) => Promise<unknown>,
): Promise<number> {
  for (let writes = firstCrash; writes <= 72; writes = nextCrash(writes)) {
    const scene = await aScene();
    await prepare(scene);
    const crashing = crashingTable(table, writes);
    await act(scene, crashing).catch((error: unknown) => {
      if (!crashing.died()) throw error;
    });
    // The lease of the crashed process expires.
    clock.advance(120_000);
    await finish(scene);
    await expectAllOrNothing(scene);
    if (!crashing.died()) return writes;
  }
  throw new Error('The action needs more writes than this test expects.');
}

const doNothing = () => Promise.resolve();

test('ends the whole subscription or nothing when deactivating a workspace with debts crashes at any write', async () => {
  const writes = await atEveryWrite(doNothing, ({ world: _, user, extra }, crashing) =>
    alexaWorld(crashing, aFakeAlexa(), clock).deactivate(user, extra),
  );
  expect(writes).toBeGreaterThan(0);
});

test('recovers when the worker dies at any write before the billing job', async () => {
  const writes = await atEveryWrite(
    ({ world, user, extra }) => world.deactivate(user, extra),
    (_, crashing) => alexaWorld(crashing, aFakeAlexa(), clock).sweepOrCrash(),
  );
  expect(writes).toBeGreaterThan(2);
});

test('recovers with the next billing job when one dies at any write', async () => {
  const writes = await atEveryWrite(
    async ({ world, user, extra }) => {
      await world.deactivate(user, extra);
      await world.settle();
    },
    ({ stripe }, crashing) => billingOn(crashing, stripe).job(),
  );
  expect(writes).toBeGreaterThan(0);
});

test.each(['cut', 'lost'] as const)(
  'recovers with the next billing job when any of its calls to Stripe is %s',
  async (does) => {
    let calls = 0;
    for (let wasReached = true; wasReached; calls += 1) {
      const scene = await aScene();
      const { world, stripe, user, extra } = scene;
      await world.deactivate(user, extra);
      await world.settle();
      stripe.trouble.push(...Array.from({ length: calls }, () => ({})), { does });
      await billingOn(table, stripe).job();
      wasReached = stripe.trouble.length === 0;
      stripe.trouble.length = 0;
      await finish(scene);
      await expectAllOrNothing(scene);
    }
    expect(calls).toBeGreaterThan(4);
  },
);
