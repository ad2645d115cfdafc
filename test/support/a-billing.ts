import { createHmac } from 'node:crypto';

import Stripe from 'stripe';

import { createCatalogue } from '#functions/billing/catalogue.ts';
import { billingHandlers } from '#functions/billing/handlers.ts';
import type { SubscriptionHook } from '#functions/billing/hooks.ts';
import { lookAtDue, lookForMissedEvents } from '#functions/billing/look-after.ts';
import { receiveEvent } from '#functions/billing/receive-event.ts';
import { syncWorkspaceSubscription } from '#functions/billing/sync-subscription.ts';
import type { SubscriptionItem } from '#functions/data/subscription-item.ts';
import type { SubscriptionChange } from '#functions/data/subscription-store.ts';
import type { UserItem } from '#functions/data/user-store.ts';
import type { WorkspaceItem } from '#functions/data/workspace-store.ts';
import type { LogEvent } from '#functions/platform/log-events.ts';
import { createStripeBilling } from '#functions/providers/stripe-billing.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';
import { billingApiVersion } from '#shared/rules/billing-events.ts';

import type { Call } from '../sandboxes/kit.ts';
import { advanceTo } from '../sandboxes/stripe/clock.ts';
import type { Delivery } from '../sandboxes/stripe/entities.ts';
import { postman } from '../sandboxes/stripe/postman.ts';
import { stripeRoutes } from '../sandboxes/stripe/routes.ts';
import { showEvent } from '../sandboxes/stripe/show-event.ts';
import { stripeStore } from '../sandboxes/stripe/store.ts';
import { defaultClients } from '../sandboxes/world.ts';
import { aNewWorkspace } from './a-workspace.ts';
import { anEvent } from './an-event.ts';

export const appUrl = 'https://app.test';
const base = 'http://stripe.test';

/** Subscriptions as the real store keeps them, in memory: the same revisions, the same marks. */
function inMemory(users: Map<string, UserItem>) {
  const items = new Map<number, SubscriptionItem>();
  const customers = new Map<string, number>();
  const trials = new Set<string>();
  return {
    items,
    find: async (id: number) => structuredClone(items.get(id)),
    save: async ({ workspaceId, before, after, trial }: SubscriptionChange) => {
      if ((items.get(workspaceId)?.rev ?? 0) !== before.rev) return 'changed' as const;
      const user = trial && users.get(trial.userId);
      if (user?.trialUsed) return 'trialTaken' as const;
      if (trial && user) {
        users.set(user.id, { ...user, trialUsed: true, trialSubscriptionId: trial.subscriptionId });
        for (const account of trial.accounts) trials.add(account);
      }
      items.set(workspaceId, structuredClone({ ...after, type: 'subscription', rev: before.rev + 1 }));
      if (after.customerId !== undefined) customers.set(after.customerId, workspaceId);
      return 'saved' as const;
    },
    lookSoon: async (workspaceId: number, now: Date) => {
      const item = items.get(workspaceId);
      if (item) items.set(workspaceId, { ...item, rev: item.rev + 1, dueAt: now.toISOString() });
    },
    due: async (now: Date) => ({
      workspaceIds: [...items].filter(([, { dueAt = '9' }]) => dueAt <= now.toISOString()).map(([id]) => id),
    }),
    workspaceOf: async (customerId: string) => customers.get(customerId),
    hadTrial: async (accounts: readonly string[]) => accounts.some((account) => trials.has(account)),
  };
}

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

/** How the next calls to Stripe go wrong: a status, or `cut`. */
export type Trouble = { status: number; code?: string } | 'cut';

/**
 * Billing with a Stripe sandbox in the same process, without sockets: Ana with her default workspace 1, and 2. Webhooks
 * wait in `waiting` until they are delivered; the product's clock goes with Stripe's.
 */
export async function aBilling(hooks: readonly SubscriptionHook[] = []) {
  const wall = new Date('2026-11-20T12:00:00Z');
  const sandbox = stripeStore({
    now: () => wall,
    people: [],
    clients: defaultClients,
    changed: () => undefined,
    appUrl: () => appUrl,
  });
  const waiting: Delivery[] = [];
  const routes = stripeRoutes({ store: sandbox, mail: postman(sandbox) }).map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }));
  sandbox.post = (delivery) => void waiting.push(delivery);
  const trouble: Trouble[] = [];
  const calls: string[] = [];

  async function ask(method: string, url: string, headers: Record<string, string>, raw: string) {
    const { pathname: path, searchParams: query } = new URL(url, base);
    const route = routes.find((one) => one.method === method && one.pattern.test(path));
    const params = { ...route?.pattern.exec(path)?.groups };
    const body = Object.fromEntries(new URLSearchParams(raw));
    const call: Call = {
      method,
      path,
      fullPath: path,
      base,
      query,
      params,
      headers,
      raw,
      body,
      misbehaviour: undefined,
    };
    return (await route?.handle(call)) ?? { status: 404 };
  }

  const httpClient = Stripe.createFetchHttpClient(async (input: unknown, init: RequestInit = {}) => {
    const url = String(input);
    calls.push(`${init.method} ${new URL(url).pathname}`);
    const wrong = trouble.shift();
    if (wrong === 'cut') throw new TypeError('fetch failed');
    if (wrong) {
      const error = { type: 'api_error', message: 'ana@example.com is not welcome', code: wrong.code };
      return Response.json({ error }, { status: wrong.status });
    }
    const headers = Object.fromEntries(new Headers(init.headers));
    const reply = await ask(init.method ?? 'GET', url, headers, typeof init.body === 'string' ? init.body : '');
    return new Response(reply.body ?? '', { status: reply.status, headers: reply.headers ?? {} });
  });
  const options = { apiVersion: billingApiVersion, telemetry: false, maxNetworkRetries: 0, httpClient } as const;
  const account = new Stripe(defaultClients.stripe.key, options);
  const { ids } = await setUpBilling({ stripe: account, appUrl });
  calls.length = 0;

  const users = new Map([['ana', ana]]);
  const workspaces = new Map<number, WorkspaceItem>();
  for (const id of [1, 2]) {
    const made = aNewWorkspace({ id, userId: 'ana', defaultWorkspace: id === 1 });
    workspaces.set(id, { ...made, type: 'workspace', status: 'ATIVO', lastLink: 0, triggerCount: 0 });
  }
  const logged: { event: LogEvent; text: string }[] = [];
  const now = (): Date => new Date(sandbox.now() * 1000);
  const apiKey = { current: defaultClients.stripe.key };
  const secret = async () => ({ apiKey: apiKey.current, webhookSecret: defaultClients.stripe.webhookSecret });
  const stripe = createStripeBilling({
    secret,
    place: { STRIPE_API_BASE: base, STRIPE_MODE: 'test' },
    patience: { timeoutMs: 1000, retries: 0 },
    httpClient,
  });
  const subscriptions = inMemory(users);
  const deps = {
    stripe,
    catalogue: createCatalogue({
      config: {
        STRIPE_PRICE_MONTHLY: ids.pro_monthly,
        STRIPE_PRICE_ANNUAL: ids.pro_annual,
        STRIPE_PORTAL_CONFIGURATION: ids.portalConfiguration,
      },
      stripe,
      now,
    }),
    subscriptions,
    workspaces: { find: async (id: number) => workspaces.get(id) },
    users: { find: async (id: string) => users.get(id) },
    hooks,
    log: (event: LogEvent, details?: object, cause?: unknown) => {
      const why = cause instanceof Error ? `${cause.stack} ${String(cause.cause)}` : '';
      logged.push({ event, text: `${JSON.stringify(details)} ${why}` });
    },
    now,
    pause: async () => undefined,
    appUrl,
    place: 'table',
  };
  const metrics: number[] = [];
  const jobDeps = {
    ...deps,
    metrics: (values: Record<string, { value: number }>) => void metrics.push(values['BillingDrift']?.value ?? 0),
  };
  const handlers = billingHandlers({ ...deps, brief: deps });

  const pressed = async (url: string, fields: Record<string, string>) =>
    ask('POST', url, {}, new URLSearchParams(fields).toString());

  /** The request that carries an event, signed now. */
  function requestOf(payload: string, sign = signature(payload)) {
    return anEvent({ route: 'POST /stripe/events', body: payload, headers: { 'stripe-signature': sign } });
  }

  const receive = (request: ReturnType<typeof requestOf>) =>
    receiveEvent(
      {
        secret,
        mode: 'test',
        workspaceOf: subscriptions.workspaceOf,
        sync: (id, named) => syncWorkspaceSubscription(deps, id, { named }),
        log: deps.log,
      },
      request,
    );

  async function deliver(delivery: Delivery): Promise<number> {
    const event = sandbox.events.get(delivery.event);
    const { statusCode = 0 } = event ? await receive(requestOf(JSON.stringify(showEvent(sandbox, event)))) : {};
    if (statusCode === 200) delivery.state = 'delivered';
    return statusCode;
  }

  return {
    sandbox,
    account,
    ids,
    waiting,
    trouble,
    calls,
    users,
    workspaces,
    items: subscriptions.items,
    subscriptions,
    deps,
    handlers,
    logged,
    metrics,
    apiKey,
    requestOf,
    receive,
    deliver,
    pressed,
    checkout: async (workspaceId: number, priceId: string) =>
      handlers.createCheckoutSession(callOf(workspaceId, { priceId }), personIn(workspaceId)),
    read: async (workspaceId: number) =>
      handlers.readSubscription(callOf(workspaceId, undefined), personIn(workspaceId)),
    portal: async (
      workspaceId: number,
      what: 'createPortalSession' | 'createPlanUpdateSession' | 'createPaymentMethodUpdateSession',
    ) => handlers[what](callOf(workspaceId, {}), personIn(workspaceId)),
    sync: (workspaceId: number) => syncWorkspaceSubscription(deps, workspaceId),
    advance: (days: number) => advanceTo(sandbox, sandbox.now() + days * 86_400),
    lookAtDue: () => lookAtDue(jobDeps, Infinity),
    lookForMissedEvents: () => lookForMissedEvents(jobDeps, Infinity),
  };
}

export type ABilling = Awaited<ReturnType<typeof aBilling>>;

const callOf = <Body>(workspaceId: number, body: Body) => ({
  params: { workspaceId },
  query: {},
  body,
  event: anEvent({ route: 'GET /' }),
  requestId: 'request',
  setCookie: () => undefined,
});

const personIn = (workspaceId: number) => ({ userId: 'ana', name: 'Ana', sessionIdHash: 'session', workspaceId });

/** https://docs.stripe.com/webhooks#verify-manually */
export function signature(
  payload: string,
  { secret = defaultClients.stripe.webhookSecret, ageSeconds = 0 } = {},
): string {
  const at = Math.floor(Date.now() / 1000) - ageSeconds;
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}
