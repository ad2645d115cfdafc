import { randomUUID } from 'node:crypto';

import { PutCommand } from '@aws-sdk/lib-dynamodb';

import { createSkillUserStore } from '#functions/data/alexa/skill-user-store.ts';
import { live } from '#functions/data/items/parse-item.ts';
import { triggerItem } from '#functions/data/items/trigger-item.ts';
import { accountHash } from '#functions/data/items/user-item.ts';
import { customerKey, identityKey, subscriptionKey, trialKey, userKey } from '#functions/data/keys.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createSignInStateStore } from '#functions/data/people/sign-in-state-store.ts';
import type { Table } from '#functions/data/table.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import type { setUpBilling } from '#infra/billing/set-up.ts';

import type { WhatsApp } from './a-group-chat.ts';
import type { aStripeInProcess } from './billing/a-stripe-in-process.ts';
import { setAttributes } from './set-attributes.ts';
import { testWorld } from './test-world.ts';

type Billing = {
  stripe: ReturnType<typeof aStripeInProcess>;
  prices: Awaited<ReturnType<typeof setUpBilling>>['ids'];
};

const jid = (): string => `1203639${Math.floor(Math.random() * 1e11)}@g.us`;

/**
 * A user with two workspaces that share a number, a former workspace, groups, history, a session and a subscription.
 */
export async function aWholePerson(table: Table, chat: WhatsApp, billing: Billing) {
  const { world } = chat;
  const { now } = chat.clock;
  const group = jid();
  const home = await chat.aHome(['Portão', 'Varanda'], { jid: group });
  const { userId, workspaceId, instanceId } = home;
  const name = `Maria ${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const subject = randomUUID();
  await setAttributes(table, userKey(userId), { name, email, subject, signedInWith: 'google' });
  const put = (Item: object) => table.doc.send(new PutCommand({ TableName: table.name, Item: { ...Item } }));
  const identity = { type: 'identity', provider: 'google', subject, userId, createdAt: now().toISOString() };
  await put({ ...identityKey('google', subject), ...identity });
  const beach = await world.addReady(userId);
  const { id: shared } = await world.share(userId, beach, instanceId);
  await world.linkGroup(userId, beach, jid());
  const former = await world.addReady(userId);
  await world.unlink(userId, former);
  // A name with many digits would be treated as a phone number.
  const member = `Dona ${randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
  await chat.type(instanceId, 'portão', { as: member, jid: group });
  const endsAt = new Date(now().getTime() + 86_400_000);
  const session = { idHash: randomUUID(), userId, name, now: now(), endsAt, device: {}, browserHash: 'b' };
  await createSessionStore(table).add(session);
  const link = { userId, sessionIdHash: 'hash', workspaceId };
  await createSignInStateStore(table).add(
    randomUUID(),
    { provider: 'amazon', browserHash: 'b', codeVerifier: 'v', link },
    now(),
  );
  const customer = await subscribes(put, billing, { workspaceId, userId });
  const hash = accountHash('google', userId);
  await put({ ...trialKey(hash), type: 'trial', usedAt: now().toISOString() });
  // Belongs to an account that was unlinked later. Only the subscription shows whose trial it was.
  const formerHash = accountHash('amazon', `former-${userId}`);
  const subscriptionId = `sub_of_${userId}`;
  await put({ ...trialKey(formerHash), type: 'trial', usedAt: now().toISOString(), subscriptionId });
  await setAttributes(table, userKey(userId), { trialUsed: true, trialSubscriptionId: subscriptionId });
  const history = runHistory(testWorld({ table, now }));
  for (const item of await world.items()) {
    const { data: after } = triggerItem.safeParse(item);
    if (after?.userId === userId) await history.keepHistory({ after });
  }
  const enablings = createSkillUserStore(table, now);
  await enablings.keep(randomUUID(), { amazonUserId: `amzn1.account.${workspaceId}`, workspaceId: undefined });
  // Unlinked so long ago that nothing else contains the account.
  await enablings.keep(randomUUID(), { amazonUserId: `amzn1.account.of-${userId}`, workspaceId });
  const workspaceIds = [workspaceId, beach, former];
  const needles = [
    userId,
    name,
    email,
    member,
    hash,
    formerHash,
    customer,
    ...workspaceIds.flatMap((id) => [String(id), `amzn1.account.${id}`]),
    ...[instanceId, shared].map(String),
    ...Object.values(home.triggers),
  ];
  return { ...home, name, email, subject, member, customer, needles, workspaceIds, world, now };
}

export type WholePerson = Awaited<ReturnType<typeof aWholePerson>>;

async function subscribes(
  put: (item: object) => Promise<unknown>,
  { stripe, prices }: Billing,
  { workspaceId, userId }: { workspaceId: number; userId: string },
): Promise<string> {
  const wish = { name: 'Maria', metadata: { workspaceId: String(workspaceId), userId } };
  const customer = await stripe.stripe.createCustomer(wish, randomUUID());
  const made = await stripe.account.subscriptions.create({
    customer,
    items: [{ price: prices.pro_monthly ?? '' }],
    trial_period_days: 14,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });
  const subscription = { type: 'subscription', status: 'trialing', subscriptionId: made.id, rev: 1 };
  await put({ ...subscriptionKey(workspaceId), ...subscription, customerId: customer, workspaceId });
  await put({ ...customerKey(customer), type: 'customer', workspaceId });
  return customer;
}

/** Items that contain any of their ids or names. DynamoDB removes expired ones automatically. */
export async function tracesOf({ needles, world, now }: WholePerson): Promise<string[]> {
  const alive = (await world.items()).filter((item) => live(item, now()));
  const items = alive.map((item) => JSON.stringify(item, asText));
  return items.filter((text) => needles.some((needle) => text.includes(needle))).toSorted();
}

const asText = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);
