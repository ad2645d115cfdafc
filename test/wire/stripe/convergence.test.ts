import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Refusal } from '#shared/refusals.ts';
import { isPro, knownStatus } from '#shared/rules/billing/plans.ts';

import { isLive, isOver } from '../../sandboxes/stripe/entities.ts';
import { randomCases } from '../../support/depth.ts';
import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';

/** Uses neither sockets nor a table, so that a hundred runs take a second. */
const cases = randomCases(1000);

const workspace = fc.constantFrom(1, 2);
const cards = fc.constantFrom('none', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_chargeCustomerFail');
const action = fc.oneof(
  fc.record({ do: fc.constant('checkout' as const), workspace, plan: fc.constantFrom('pro_monthly', 'pro_annual') }),
  fc.record({ do: fc.constant('pay' as const), workspace, card: cards }),
  fc.record({ do: fc.constant('card' as const), workspace, card: cards }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const, 'forget' as const), workspace }),
  fc.record({ do: fc.constant('plan' as const), workspace, plan: fc.constantFrom('pro_monthly', 'pro_annual') }),
  fc.record({ do: fc.constant('flag' as const), workspace }),
  fc.record({ do: fc.constantFrom('read' as const, 'switch' as const), workspace }),
  fc.record({ do: fc.constant('advance' as const), days: fc.constantFrom(0.05, 1, 3, 6, 31, 366) }),
  fc.record({
    do: fc.constant('deliver' as const),
    /** Delivery order. An index named twice is delivered twice, concurrently. */
    order: fc.array(fc.nat(), { maxLength: 6 }),
    dropRest: fc.boolean(),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

async function act(at: ABilling, one: Action): Promise<void> {
  if (one.do === 'advance') return void at.advance(one.days);
  if (one.do === 'deliver') return deliver(at, one);
  const { sandbox } = at;
  const customer = at.items.get(one.workspace)?.customerId;
  const live = sandbox.subscriptions.all().findLast((each) => each.customer === customer && isLive(each));
  const portal = async (step: string, fields: Record<string, string>) => {
    if (customer === undefined) return;
    const url = await at.deps.stripe.openPortal({ customer, return_url: 'https://app.test' });
    await at.pressed(`${url}/${step}`, fields);
  };
  switch (one.do) {
    case 'checkout':
      return void (await at.checkout(one.workspace, one.plan).catch(unlessRefused));
    case 'pay': {
      const page = sandbox.checkouts.all().findLast((each) => each.customer === customer && each.status === 'open');
      if (page) await at.pressed(page.url, { action: 'pay', card: one.card });
      return;
    }
    case 'card':
      return portal('card', { card: one.card === 'none' ? 'pm_card_visa' : one.card });
    case 'forget':
      return portal('forget', { card: sandbox.cards.all().find((card) => card.customer === customer)?.id ?? '' });
    case 'plan':
      return portal('confirm', { price: at.ids[one.plan === 'pro_annual' ? 'pro_annual' : 'pro_monthly'] ?? '' });
    case 'flag':
      return void (
        live && (await at.account.subscriptions.update(live.id, { cancel_at_period_end: true }).catch(() => undefined))
      );
    case 'read':
      return void (await at.read(one.workspace));
    case 'switch':
      return switchWorkspace(at);
    default:
      return portal(one.do, {});
  }
}

/** A workspace with a running subscription cannot be deactivated. */
async function switchWorkspace({ workspaces, items, subscriptions, deps }: ABilling): Promise<void> {
  const known = workspaces.get(2);
  if (!known || isPro(knownStatus(items.get(2)?.status ?? 'none'))) return;
  workspaces.set(2, { ...known, status: known.status === 'ATIVO' ? 'INATIVO' : 'ATIVO' });
  await subscriptions.syncSoon(2, deps.now());
}

const unlessRefused = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error;
};

async function deliver(at: ABilling, { order, dropRest }: { order: number[]; dropRest: boolean }): Promise<void> {
  const { waiting } = at;
  const chosen = order.flatMap((number) => waiting[number % waiting.length] ?? []);
  await Promise.all(chosen.map((delivery) => at.deliver(delivery)));
  if (dropRest) waiting.length = 0;
}

/** The expected state, from the sandbox's own rows. */
function truthOf({ sandbox, items, ids }: ABilling, workspaceId: number) {
  const customer = items.get(workspaceId)?.customerId;
  const mine = sandbox.subscriptions.all().filter((one) => one.customer === customer);
  const one = mine.find(isLive) ?? mine.findLast(({ status }) => status !== 'canceled') ?? mine.at(-1);
  if (customer === undefined || !one) return { status: 'none', planType: 'free', cancel_at_period_end: false };
  const price = sandbox.prices.need(one.items[0]?.price ?? '');
  const ending = one.cancelAt !== undefined || one.cancelAtPeriodEnd;
  const plan = price.id === ids.pro_annual ? 'pro_annual' : 'pro_monthly';
  const end = one.cancelAt ?? (one.cancelAtPeriodEnd ? one.periodEnd : undefined);
  return {
    status: one.status,
    planType: one.status === 'canceled' ? 'free' : plan,
    subscriptionId: one.id,
    amount: price.amount,
    currentPeriodEnd: new Date(
      (one.status === 'trialing' ? (one.trialEnd ?? one.periodEnd) : one.periodEnd) * 1000,
    ).toISOString(),
    hasPaymentMethodAttached: (one.card ?? sandbox.customers.need(customer).defaultCard) !== undefined,
    cancel_at_period_end: ending && isLive(one),
    ...(end !== undefined && { cancel_at: new Date(end * 1000).toISOString() }),
  };
}

/** Histories that chance may miss, one for each status. */
const checkout = (at: 1 | 2): Action => ({ do: 'checkout', workspace: at, plan: 'pro_monthly' });
const owing: Action[] = [
  checkout(2),
  { do: 'pay', workspace: 2, card: 'pm_card_chargeCustomerFail' },
  { do: 'advance', days: 31 },
];
/** The first sync comes after Stripe's last attempt but one, and charges the card itself. */
const lastTry: Action[] = [...owing.slice(0, 2), { do: 'advance', days: 6 }, { do: 'advance', days: 31 }];
const trying: Action[] = [checkout(1), { do: 'pay', workspace: 1, card: 'none' }, { do: 'advance', days: 1 }];
const lapsed: Action[] = [checkout(1), { do: 'pay', workspace: 1, card: 'none' }, { do: 'advance', days: 31 }];
const leaving: Action[] = [...owing, { do: 'read', workspace: 2 }, { do: 'switch', workspace: 2 }];
const paying: Action[] = [checkout(2), { do: 'pay', workspace: 2, card: 'pm_card_visa' }, { do: 'advance', days: 1 }];

test(
  'matches Stripe after one sync, whatever users do and in whatever order events arrive',
  { tags: 'spec-148.1' },
  async () => {
    let lives = 0;
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
        const at = await aBilling();
        for (const one of actions) await act(at, one);
        for (const id of [1, 2]) {
          await at.sync(id);
          expect(at.items.get(id) ?? { status: 'none' }).toMatchObject(
            at.items.has(id) ? truthOf(at, id) : { status: 'none' },
          );
          const customer = at.items.get(id)?.customerId;
          const live = at.sandbox.subscriptions.all().filter((one) => one.customer === customer && isLive(one));
          expect(live.length).toBeLessThanOrEqual(1);
          const oldCards = live.filter(({ card, customer: owner }) => {
            const wanted = at.sandbox.customers.need(owner).defaultCard;
            return card !== undefined && wanted !== undefined && card !== wanted;
          });
          expect(oldCards).toEqual([]);
          // A working card has paid the open invoice.
          const payable = live.filter(({ status, card, customer: owner }) => {
            const charged = at.sandbox.cards.get(card ?? at.sandbox.customers.need(owner).defaultCard);
            return status === 'past_due' && charged?.charge === 'works';
          });
          expect(payable).toEqual([]);
          const isOff = at.workspaces.get(id)?.status === 'INATIVO';
          expect(live.filter(({ status }) => isOff && status === 'past_due')).toEqual([]);
          const pages = at.sandbox.checkouts.all().filter((one) => one.customer === customer && one.status === 'open');
          expect(pages.filter(() => isOff)).toEqual([]);
          const ended = at.sandbox.subscriptions.all().filter((one) => one.customer === customer && isOver(one));
          const owed = ended.map(({ latestInvoice }) => at.sandbox.invoices.get(latestInvoice)?.status);
          expect(owed).not.toContain('open');
          met.add(at.items.get(id)?.status ?? 'nothing');
        }
        const trials = at.sandbox.subscriptions.all().filter((one) => one.trialStart !== undefined);
        expect(trials.length).toBeLessThanOrEqual(1);
        expect(at.users.get('ana')?.trialUsed).toBe(trials.length > 0);
        lives += 1;
      }),
      {
        numRuns: cases,
        timeout: 60_000,
        examples: [[owing], [lastTry], [leaving], [trying], [lapsed], [paying], [[checkout(1)]]],
      },
    );
    expect(lives).toBeGreaterThanOrEqual(cases);
    // The random histories reached every status.
    expect([...met]).toEqual(expect.arrayContaining(['nothing', 'none', 'trialing', 'active', 'past_due', 'canceled']));
  },
);
