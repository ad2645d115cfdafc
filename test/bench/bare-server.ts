import { Agent, createServer, request } from 'node:http';

import { BatchGetCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { createTable } from '#functions/data/table.ts';

import { beMeasured } from './measured-child.ts';

/**
 * What the webhook cannot do without, and nothing else: the same reads, writes and calls through the same SDK, without
 * rules, checks, logs or a gateway. `POST /fresh/{partition}/{triggerKey}/{account}` has a token; `/expired/...` gets one.
 */
const environment = (name: string): string => process.env[name] ?? '';
const table = createTable({
  TABLE_NAME: environment('TABLE_NAME'),
  DYNAMODB_ENDPOINT: environment('DYNAMODB_ENDPOINT'),
  DATA_REGION: 'us-east-1',
});
const agent = new Agent({ keepAlive: true });

function post(url: string, type: string, body: string, token = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    };
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

type Target = { pk: string; sk: string; account: string };

async function read({ pk, sk }: Target): Promise<string> {
  const keys = [
    { pk, sk: 'WORKSPACE' },
    { pk, sk },
    { pk, sk: 'ACCESS' },
  ];
  const { Responses } = await table.doc.send(new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys } } }));
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
  const answer = await post(environment('LWA_TOKEN_URL'), 'application/x-www-form-urlencoded', wanted.toString());
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

/** As large as the product's own message, run and answer. */
const event = (id: string): string => JSON.stringify({ event: { messageId: id, filler: environment('EVENT_FILLER') } });

async function fire(target: Target, expired: boolean): Promise<string> {
  const began = Date.now();
  const known = await read(target);
  const token = expired ? await renew(target) : known;
  const id = crypto.randomUUID();
  await post(environment('ALEXA_EVENT_GATEWAY_URL'), 'application/json', event(id), token);
  const at = new Date(began).toISOString();
  const ms = Date.now() - began;
  await table.doc.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: target.pk, sk: target.sk },
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET #run = :run, lastExecuted = :at, #rate = :rate',
      ExpressionAttributeNames: { '#run': 'run', '#rate': 'rate' },
      ExpressionAttributeValues: {
        ':run': { id, at, door: 'webhook', outcome: 'sent', ms, stages: { read: 1, token: 0, send: 1 } },
        ':at': at,
        ':rate': { minute: Math.floor(began / 60_000), count: 1 },
      },
    }),
  );
  return JSON.stringify({ outcome: 'sent', executionId: id, ms });
}

const server = createServer((incoming, response) => {
  const [, path = '', pk = '', sk = '', account = ''] = decodeURIComponent(incoming.url ?? '').split('/');
  fire({ pk, sk, account }, path === 'expired').then(
    (text) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.end(text);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  beMeasured(
    { url: `http://127.0.0.1:${port}` },
    () => {},
    () => server.closeAllConnections(),
  );
});
