import { accessKeysContract } from '#shared/contracts/access-keys.ts';
import { billingContract } from '#shared/contracts/billing.ts';
import { plansContract } from '#shared/contracts/plans.ts';

import { parsedReply } from './answers.ts';
import type { OwnedThings } from './endpoints.ts';
import { settled } from './person.ts';
import { pairNumber, subscribe } from './table.ts';

export async function ownerOfAll(name: string, trigger?: string) {
  const person = await settled(name, trigger);
  const { id: userId } = await person.whoAmI();
  const { workspaceId } = person.trigger;
  await subscribe(workspaceId, 'active');
  const [session] = await person.sessions();
  const planId = await plannedFor(person, person.trigger.id);
  const accessKeyId = (await accessKeyFor(person)).id;
  return {
    ...person,
    userId,
    planId,
    accessKeyId,
    sessionId: session?.id ?? '',
    ...(await pairNumber({ workspaceId, userId })),
  };
}

/** Due long after every test. */
export async function plannedFor({ send }: Pick<Awaited<ReturnType<typeof settled>>, 'send'>, triggerId: string) {
  const at = new Date(Date.now() + 30 * 86_400_000).toISOString();
  return parsedReply(plansContract.createPlan.reply, await send('POST', '/api/plans', { triggerId, at })).id;
}

export const accessKeyFor = async ({ send }: Pick<Awaited<ReturnType<typeof settled>>, 'send'>, wish: object = {}) =>
  parsedReply(
    accessKeysContract.createAccessKey.reply,
    await send('POST', '/api/access-keys', { name: 'Hubitat', triggers: 'all', ...wish }),
  );

export type OwnerOfAll = Awaited<ReturnType<typeof ownerOfAll>>;

/** One of each kind. A subscription has the id of its workspace. */
export const belongingsOf = (
  owner: Pick<OwnerOfAll, 'trigger' | 'planId' | 'accessKeyId' | 'instanceId' | 'groupId' | 'sessionId'>,
): OwnedThings => ({
  workspace: owner.trigger.workspaceId,
  trigger: owner.trigger.id,
  plan: owner.planId,
  accessKey: owner.accessKeyId,
  instance: owner.instanceId,
  group: owner.groupId,
  session: owner.sessionId,
});

/** Everything that could show a change, including the home. */
export async function stateOf(person: OwnerOfAll): Promise<unknown> {
  const { workspaceId } = person.trigger;
  const [
    user,
    sessions,
    current,
    workspaces,
    triggers,
    runs,
    home,
    { expiresIn: _, ...amazon },
    number,
    groups,
    plans,
    nightly,
    accessKeys,
    subscription,
  ] = await Promise.all([
    person.whoAmI(),
    person.sessions(),
    person.current(),
    person.workspaces(),
    person.triggers(),
    person.history(person.trigger.id),
    person.home.look(),
    person.amazon(),
    person.get('/api/zapbox-instances/current').then((answer) => answer.json()),
    person.get('/api/whatsapp-groups').then((answer) => answer.json()),
    person.get('/api/plans').then((answer) => answer.json()),
    person.get('/api/nightly-check').then((answer) => answer.json()),
    person.get('/api/access-keys').then((answer) => answer.json()),
    person
      .get(`/api/subscription/${workspaceId}`)
      .then((answer) => parsedReply(billingContract.readSubscription.reply, answer)),
  ]);
  const rest = {
    whatsapp: { number, groups },
    plans,
    nightly,
    accessKeys,
    subscription,
    devices: home.devices,
    events: home.events,
  };
  return { user, sessions, current, workspaces, triggers, runs, amazon, ...rest };
}
