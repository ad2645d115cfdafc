import { billingContract } from '#shared/contracts/billing.ts';

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
  return { ...person, userId, sessionId: session?.id ?? '', ...(await pairNumber({ workspaceId, userId })) };
}

export type OwnerOfAll = Awaited<ReturnType<typeof ownerOfAll>>;

/** One of each kind; a subscription is named by its workspace. */
export const belongingsOf = (
  owner: Pick<OwnerOfAll, 'trigger' | 'instanceId' | 'groupId' | 'sessionId'>,
): OwnedThings => ({
  workspace: owner.trigger.workspaceId,
  trigger: owner.trigger.id,
  instance: owner.instanceId,
  group: owner.groupId,
  session: owner.sessionId,
});

/** Everything that could show a change, the home included. */
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
    person
      .get(`/api/subscription/${workspaceId}`)
      .then((answer) => parsedReply(billingContract.readSubscription.reply, answer)),
  ]);
  const rest = { whatsapp: { number, groups }, subscription, devices: home.devices, events: home.events };
  return { user, sessions, current, workspaces, triggers, runs, amazon, ...rest };
}
