import { createHmac } from 'node:crypto';

import type Stripe from 'stripe';

import { createCatalogue } from '#functions/billing/catalogue.ts';
import { comparePrices } from '#functions/billing/compare-prices.ts';
import { billingHandlers } from '#functions/billing/handlers.ts';
import { receiveEvent } from '#functions/billing/receive-event.ts';
import { syncDue, syncMissedEvents } from '#functions/billing/sync-due.ts';
import { syncWorkspaceSubscription } from '#functions/billing/sync-subscription.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { LogEvent } from '#functions/platform/log-events.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';

import { advanceTo } from '../../../sandboxes/stripe/clock.ts';
import type { EventDelivery } from '../../../sandboxes/stripe/entities.ts';
import { showEvent } from '../../../sandboxes/stripe/views/show-event.ts';
import { defaultClients } from '../../../sandboxes/world.ts';
import { aNewWorkspace } from '../a-workspace.ts';
import { anEvent } from '../an-event.ts';
import { aStripeInProcess } from './a-stripe-in-process.ts';
import { subscriptionsInMemory } from './subscriptions-in-memory.ts';

export const appUrl = 'https://app.test';

const ana: UserItem = {
  type: 'user',
  id: 'ana',
  name: 'Ana Souza',
  email: 'ana@example.com',
  signedInWith: 'google',
  trialUsed: false,
  accountHash: 'hash-of-ana',
  currentWorkspaceId: 1,
  defaultWorkspaceId: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
};

function peopleAndWorkspaces() {
  const users = new Map([['ana', ana]]);
  const workspaces = new Map<number, WorkspaceItem>();
  for (const id of [1, 2]) {
    const made = aNewWorkspace({ id, userId: 'ana', defaultWorkspace: id === 1 });
    workspaces.set(id, { ...made, type: 'workspace', status: 'ATIVO', lastLink: 0, triggerCount: 0 });
  }
  return { users, workspaces };
}

/** A Stripe sandbox in this process. Webhooks wait in `waiting`, and the product uses Stripe's clock. */
export async function aBilling({ maxMs = 10_000 } = {}) {
  const { stripe, ...there } = aStripeInProcess(appUrl);
  const { sandbox, secret } = there;
  const account: Stripe = there.account;
  const { ids } = await setUpBilling({ stripe: account, appUrl });
  there.sent.length = 0;

  const { users, workspaces } = peopleAndWorkspaces();
  const phones = new Map<number, string>();
  const logged: { event: LogEvent; text: string }[] = [];
  const metrics: Record<string, number>[] = [];
  const now = (): Date => new Date(sandbox.now() * 1000);
  const subscriptions = subscriptionsInMemory(users);
  const config = {
    STRIPE_PRICE_MONTHLY: ids.pro_monthly,
    STRIPE_PRICE_ANNUAL: ids.pro_annual,
    STRIPE_PORTAL_CONFIGURATION: ids.portalConfiguration,
  };
  const deps = {
    stripe,
    catalogue: createCatalogue({ config, stripe, now }),
    subscriptions,
    workspaces: { find: async (id: number) => workspaces.get(id) },
    phoneOf: async (id: number) => phones.get(id),
    users: {
      find: async (id: string) => users.get(id),
      useUpTrial: async (id: string) => {
        const user = users.get(id);
        if (user) users.set(id, { ...user, trialUsed: true });
      },
    },
    log: (event: LogEvent, details?: object, cause?: unknown) => {
      const why = cause instanceof Error ? `${cause.stack} ${String(cause.cause)}` : '';
      logged.push({ event, text: `${JSON.stringify(details)} ${why}` });
    },
    metrics: (values: Readonly<Record<string, number>>) => void metrics.push({ ...values }),
    now,
    pause: async () => undefined,
    appUrl,
    place: 'table',
  };
  const handlers = billingHandlers({ ...deps, brief: deps, maxMs });

  const receive = (request: ReturnType<typeof requestOf>) =>
    receiveEvent(
      {
        secret: async () => secret,
        mode: 'test',
        workspaceOf: subscriptions.workspaceOf,
        sync: (id, named) => syncWorkspaceSubscription(deps, id, { named }),
        log: deps.log,
        metrics: deps.metrics,
      },
      request,
    );

  async function deliver(delivery: EventDelivery): Promise<number> {
    const event = sandbox.events.get(delivery.event);
    const { statusCode = 0 } = event ? await receive(requestOf(JSON.stringify(showEvent(sandbox, event)))) : {};
    if (statusCode === 200) delivery.state = 'delivered';
    return statusCode;
  }

  return {
    ...there,
    ids,
    users,
    workspaces,
    phones,
    items: subscriptions.items,
    subscriptions,
    deps,
    handlers,
    logged,
    metrics,
    receive,
    deliver,
    checkout: async (workspaceId: number, priceId: string, locale?: string) =>
      handlers.createCheckoutSession(callOf(workspaceId, { priceId, locale }), personIn(workspaceId)),
    read: async (workspaceId: number) =>
      handlers.readSubscription(callOf(workspaceId, undefined), personIn(workspaceId)),
    portal: async (
      workspaceId: number,
      what: 'createPortalSession' | 'createPlanUpdateSession' | 'createPaymentMethodUpdateSession',
    ) => handlers[what](callOf(workspaceId, {}), personIn(workspaceId)),
    sync: (workspaceId: number) => syncWorkspaceSubscription(deps, workspaceId),
    advance: (days: number) => advanceTo(sandbox, sandbox.now() + days * 86_400),
    advanceTo: (time: string) => advanceTo(sandbox, Date.parse(time) / 1000),
    syncDue: () => syncDue(deps, deadlineIn(now, 60_000)),
    comparePrices: () => comparePrices(deps),
    lookForMissedEvents: () => syncMissedEvents(deps, deadlineIn(now, 60_000)),
  };
}

export type ABilling = Awaited<ReturnType<typeof aBilling>>;

const callOf = <Body>(workspaceId: number, body: Body) => ({
  params: { workspaceId },
  query: {},
  body,
  event: anEvent({ route: 'GET /' }),
  requestId: 'request',
  startedAt: new Date(0),
  setCookie: () => undefined,
});

const personIn = (workspaceId: number) => ({ userId: 'ana', name: 'Ana', sessionIdHash: 'session', workspaceId });

export const requestOf = (payload: string, sign = signature(payload)) =>
  anEvent({ route: 'POST /stripe/events', body: payload, headers: { 'stripe-signature': sign } });

/** https://docs.stripe.com/webhooks#verify-manually */
export function signature(
  payload: string,
  { secret = defaultClients.stripe.webhookSecret, ageSeconds = 0 } = {},
): string {
  const at = Math.floor(Date.now() / 1000) - ageSeconds;
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}
