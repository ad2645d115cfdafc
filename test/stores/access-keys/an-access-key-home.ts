import { randomUUID } from 'node:crypto';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { createAccessKey } from '#functions/access-keys/create-access-key.ts';
import { deleteAccessKey } from '#functions/access-keys/delete-access-key.ts';
import { listAccessKeys } from '#functions/access-keys/list-access-keys.ts';
import { updateAccessKey } from '#functions/access-keys/update-access-key.ts';
import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { createAccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import { createKeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import { accessKey, workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import type { RunRequest } from '#functions/triggers/execution/run.ts';
import { passCaller } from '#functions/triggers/pass/pass-caller.ts';
import { callersBySignature } from '#functions/triggers/signed-caller.ts';
import { asFirstAllowed, callersByToken } from '#functions/triggers/webhook-caller.ts';
import { execution } from '#functions/wiring/parts/execution.ts';
import type { accessKeysContract } from '#shared/contracts/access-keys.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { Refusal } from '#shared/refusals.ts';

import { aClock } from '../../support/worlds/a-clock.ts';
import { anAccess } from '../../support/worlds/a-grant.ts';
import { addLinkedWorkspace } from '../../support/worlds/a-linked-workspace.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { anEvent } from '../../support/worlds/an-event.ts';
import { plainSeal } from '../../support/worlds/plain-seal.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { testWorld } from '../../support/worlds/test-world.ts';

export const workspaceId = 7;

const dayMs = 86_400_000;

type Wish = Partial<BodyOf<(typeof accessKeysContract)['createAccessKey']>>;
type Change = BodyOf<(typeof accessKeysContract)['updateAccessKey']>;

const codeOf = (cause: unknown): string => {
  if (cause instanceof Refusal) return cause.code;
  throw cause;
};

/** A workspace with one trigger and its own clock, which starts tomorrow at 12:00 UTC. */
export async function anAccessKeyHome() {
  // DynamoDB Local removes expired items by the machine's clock.
  const clock = aClock(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00.000Z`);
  const { now } = clock;
  const table = await aTable();
  await addLinkedWorkspace(table);
  const Item = { ...accessKey({ workspaceId }), ...anAccess(now()) };
  await table.doc.send(new PutCommand({ TableName: table.name, Item }));
  const sent: { outcome: Sent['outcome']; events: number } = { outcome: 'sent', events: 0 };
  const deps = {
    workspaces: createWorkspaceStore(table),
    triggers: createTriggerStore(table, { now, newId: () => randomUUID() }),
    accessKeys: createAccessKeyStore(table, now),
    keyUses: createKeyUseStore(table, now),
    seal: plainSeal,
    newId: () => randomUUID(),
    now,
  };
  const addTrigger = async (name: string) => {
    const made = await deps.triggers.create(
      { id: randomUUID(), workspaceId, userId: 'ana', name, description: '', enabled: true, starter: 'simple-event' },
      { number: 1, amazonUserId: 'amzn1.ana' },
    );
    if (typeof made === 'string') throw new Error(made);
    return made;
  };

  /** A process that fires webhooks on its own table client. */
  const worker = (own: Table = table, limits: Record<string, string> = { RUNS_PER_MINUTE: '0' }) => {
    const execute = execution(testWorld({ table: own, now, settings: limits }), () => {
      sent.events += 1;
      return Promise.resolve({ outcome: sent.outcome, stages: { token: 0, send: 5 } });
    });
    const fired = (request: Omit<RunRequest, 'channel' | 'startedAt'>) =>
      execute({ channel: 'webhook', startedAt: now(), ...request }).then(({ outcome }): string => outcome);
    const run = (event: APIGatewayProxyEventV2, triggerId: string, once?: string) => {
      const target = { workspaceId, triggerId, now: now() };
      const callers = [...callersByToken(event, target), ...callersBySignature(deps, event, target)];
      return asFirstAllowed(callers, ({ mayRead: _, messageId, ...caller }) => {
        const key = once ?? messageId;
        const again = key === undefined ? {} : { once: { key, lifeSeconds: 86_400 } };
        return fired({ workspaceId, triggerId, ...caller, ...again });
      }).catch(codeOf);
    };
    return {
      fire: (token: string, triggerId: string, once?: string) =>
        run(anEvent({ route: 'GET /trigger/{workspaceId}/{deviceId}', query: { token } }), triggerId, once),
      fireSigned: (signed: Pick<Parameters<typeof anEvent>[0], 'query' | 'headers' | 'body'>, triggerId: string) =>
        run(anEvent({ route: 'POST /trigger/{workspaceId}/{deviceId}', ...signed }), triggerId),
      switchLanguage: (triggerId: string, messageId: string) => {
        const once = { key: messageId, lifeSeconds: 600 };
        const spoken = { workspaceId, triggerId, once, mayFire: () => true };
        return execute({ channel: 'voice', startedAt: now(), ...spoken }).then(({ outcome }) => outcome);
      },
      /** Taps the button of a guest page. */
      tap: (token: string) =>
        passCaller(deps, anEvent({ route: 'POST /pass/fire', headers: { authorization: `Bearer ${token}` } }), now())
          .then(fired)
          .catch(codeOf),
    };
  };
  return {
    clock,
    table,
    workspaces: deps.workspaces,
    setZone: (timeZone: string) => setAttributes(table, workspaceKey(workspaceId), { timeZone }),
    toNextNoon: () => clock.pass(dayMs - ((now().getTime() - dayMs / 2) % dayMs)),
    sent,
    worker,
    ...worker(),
    trigger: await addTrigger('Boa noite'),
    addTrigger,
    stored: (id: string) => deps.accessKeys.find(workspaceId, id),
    storedTrigger: (id: string) => deps.triggers.find(workspaceId, id, 1),
    give: (wish: Wish = {}) =>
      createAccessKey(deps, workspaceId, { name: 'Hubitat', triggers: 'all', right: 'fire', ...wish }),
    change: (id: string, change: Change) => updateAccessKey(deps, { workspaceId, id }, change),
    stop: (id: string) => deleteAccessKey(deps, workspaceId, id),
    list: async () => (await listAccessKeys(deps, workspaceId)).accessKeys,
  };
}

export type AccessKeyHome = Awaited<ReturnType<typeof anAccessKeyHome>>;
