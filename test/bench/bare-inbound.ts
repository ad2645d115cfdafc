/** The minimum for a group message: the same signature, reads, writes and calls, without rules, logs or a gateway. */

import { createHmac, timingSafeEqual } from 'node:crypto';

import { BatchGetCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { deviceIdOf } from '#functions/data/items/trigger-item.ts';
import {
  accessKey,
  groupLockKey,
  groupTurnsKey,
  instanceKey,
  subscriptionKey,
  triggerKey,
  triggerNamePrefix,
  workspaceKey,
  workspacePartition,
  type Key,
} from '#functions/data/keys.ts';

import { environment, post, serveBare, table } from './bare-http.ts';

const TableName = table.name;
const workspaceId = Number(environment('BENCH_WORKSPACE'));
const instanceId = Number(environment('BENCH_INSTANCE'));
const own = (sk: string): Key => ({ pk: 'BARE', sk });

type Message = { payload: { id: string; from: string; participant: string; body: string } };

const json = { 'content-type': 'application/json' };

const batch = (Keys: Key[]) =>
  table.doc.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }));
const put = (key: Key, item: object, condition?: string) =>
  table.doc.send(
    new PutCommand({
      TableName,
      Item: { ...key, ...item },
      ...(condition !== undefined && { ConditionExpression: condition }),
    }),
  );

async function namedTrigger(text: string): Promise<string | undefined> {
  const { Items = [] } = await table.doc.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': triggerNamePrefix },
    }),
  );
  const name = Items.find(({ sk }) => sk === `${triggerNamePrefix}${text}`);
  return name && String(name['triggerId']);
}

async function hear(raw: Buffer, signature: string): Promise<void> {
  const hmac = createHmac('sha512', environment('BENCH_SECRET')).update(raw).digest();
  if (!timingSafeEqual(hmac, Buffer.from(signature, 'hex'))) throw new Error('not signed');
  const { payload }: Message = JSON.parse(raw.toString());
  const Key = groupLockKey(instanceId, payload.from);
  await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const triggerId = await namedTrigger(payload.body);
  if (triggerId !== undefined) await fire(payload, triggerId);
}

async function fire({ id, from }: Message['payload'], triggerId: string): Promise<void> {
  const began = Date.now();
  const places = [workspaceKey(workspaceId), instanceKey(workspaceId), subscriptionKey(workspaceId)];
  await batch([...places, groupTurnsKey(instanceId, from), triggerKey(workspaceId, triggerId)]);
  await put(own(`MESSAGE#${id}`), { type: 'bare', state: 'claimed', until: began }, 'attribute_not_exists(pk)');
  await put(own(`TURNS#${from}`), { type: 'bare', turns: { commands: [{ at: began, by: 'x' }], answers: [began] } });
  const access = accessKey({ workspaceId });
  await batch([workspaceKey(workspaceId), subscriptionKey(workspaceId), triggerKey(workspaceId, triggerId), access]);
  const endpoint = { endpointId: deviceIdOf(triggerId) };
  await post(
    environment('ALEXA_EVENT_GATEWAY_URL'),
    JSON.stringify({ event: { endpoint, filler: environment('EVENT_FILLER') } }),
    json,
  );
  await put(own(`RUN#${triggerId}`), { type: 'bare', at: began, channel: 'group', outcome: 'sent' });
  const answer = { session: 'bare', messageId: id, reaction: '✅' };
  await post(`${environment('WAHA_URL')}/api/reaction`, JSON.stringify(answer), json, 'PUT');
  await table.doc.send(
    new UpdateCommand({
      TableName,
      Key: own(`MESSAGE#${id}`),
      UpdateExpression: 'SET #state = :done REMOVE #until',
      ExpressionAttributeNames: { '#state': 'state', '#until': 'until' },
      ExpressionAttributeValues: { ':done': 'done' },
    }),
  );
}

serveBare(async ({ raw, headers }) => {
  await hear(raw, String(headers['x-webhook-hmac']));
  return '';
});
