import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { statusApi } from '#functions/wiring/status.ts';

import { aContext, anEvent } from '../support/worlds/an-event.ts';
import { testWorld } from '../support/worlds/test-world.ts';

/** Rejects each call as DynamoDB does when it cannot keep up. */
function aBusyTable() {
  const client = new DynamoDBClient({ region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
  const busy = () => Promise.reject(Object.assign(new Error('busy'), { name: 'ThrottlingException' }));
  client.middlewareStack.add(() => busy, { step: 'initialize', priority: 'high' });
  return { name: 'busy', doc: DynamoDBDocumentClient.from(client) };
}

test('reports unknown states, and an uncached error for the days, when the table is unreachable', async () => {
  const api = statusApi(testWorld({ table: aBusyTable() }));
  const ask = (path: string) => api(anEvent({ route: `GET ${path}` }), aContext());
  const now = await ask('/api/status');
  expect(now.statusCode).toBe(200);
  expect(JSON.parse(now.body ?? '')).toMatchObject({ asOf: null, homesSilentSince: null });
  expect(now.body).not.toMatch(/"state":"(?!unknown)/);
  const days = await ask('/api/status/days');
  expect([days.statusCode, days.headers?.['cache-control']]).toEqual([503, 'no-store']);
  expect(JSON.parse(days.body ?? '')).toMatchObject({ errorKey: 'server.busy' });
});
