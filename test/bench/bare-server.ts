import { BatchGetCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { environment, post, serveBare, table } from './bare-http.ts';

/**
 * The minimum for a webhook: the same reads, writes and calls. `/fresh/...` has a valid token, `/expired/...` renews
 * it.
 */
type Target = { pk: string; sk: string; account: string };

async function read({ pk, sk }: Target): Promise<string> {
  const keys = [
    { pk, sk: 'WORKSPACE' },
    { pk, sk },
    { pk, sk: 'ACCESS' },
  ];
  const { Responses } = await table.doc.send(
    new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
  );
  return String(Responses?.[table.name]?.find((item) => item['sk'] === 'ACCESS')?.['sealed']);
}

async function renew({ pk, account }: Target): Promise<string> {
  const Key = { pk, sk: 'ACCESS' };
  const until = { id: crypto.randomUUID(), until: Date.now() + 15_000 };
  const exists = { TableName: table.name, Key, ConditionExpression: 'attribute_exists(pk)' };
  const names = { ExpressionAttributeNames: { '#lock': 'lock' } };
  await table.doc.send(
    new UpdateCommand({
      ...exists,
      ...names,
      UpdateExpression: 'SET #lock = :lock',
      ExpressionAttributeValues: { ':lock': until },
    }),
  );
  const grant = { TableName: table.name, Key: { pk: account, sk: 'GRANT' }, ConsistentRead: true };
  const { Item } = await table.doc.send(new GetCommand(grant));
  const wanted = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: String(Item?.['sealedRefresh']),
    client_id: 'bench',
    client_secret: 'bench',
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer ' };
  const answer = await post(environment('LWA_TOKEN_URL'), wanted.toString(), form);
  const { access_token: token }: { access_token: string } = JSON.parse(answer);
  await table.doc.send(
    new UpdateCommand({
      ...exists,
      ...names,
      UpdateExpression: 'SET sealed = :sealed REMOVE #lock',
      ExpressionAttributeValues: { ':sealed': token },
    }),
  );
  return token;
}

/** An event as large as the product's own. */
const event = (id: string): string => JSON.stringify({ event: { messageId: id, filler: environment('EVENT_FILLER') } });

async function fire(target: Target, expired: boolean): Promise<string> {
  const began = Date.now();
  const known = await read(target);
  const token = expired ? await renew(target) : known;
  const id = crypto.randomUUID();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  await post(environment('ALEXA_EVENT_GATEWAY_URL'), event(id), headers);
  const at = new Date(began).toISOString();
  const ms = Date.now() - began;
  await table.doc.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: target.pk, sk: target.sk },
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET #run = :run, lastExecuted = :at',
      ExpressionAttributeNames: { '#run': 'run' },
      ExpressionAttributeValues: {
        ':run': { id, at, channel: 'webhook', outcome: 'sent', ms, stages: { read: 1, token: 0, send: 1 } },
        ':at': at,
      },
    }),
  );
  return JSON.stringify({ outcome: 'sent', executionId: id, ms });
}

serveBare(({ path }) => {
  const [, what = '', pk = '', sk = '', account = ''] = decodeURIComponent(path).split('/');
  return fire({ pk, sk, account }, what === 'expired');
});
