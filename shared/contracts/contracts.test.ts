import { expect, test } from 'vitest';

import { amazonAuthContract } from './amazon-auth.ts';
import { authContract } from './auth.ts';
import { type Endpoint, routeKeyOf } from './endpoint.ts';
import { idText } from './fields.ts';
import { healthContract } from './health.ts';
import { triggersContract } from './triggers.ts';
import { webhookContract } from './webhook.ts';
import { workspacesContract } from './workspaces.ts';

const endpoints: (readonly [string, Endpoint])[] = [
  amazonAuthContract,
  authContract,
  healthContract,
  triggersContract,
  webhookContract,
  workspacesContract,
].flatMap((group): [string, Endpoint][] => Object.entries(group));

test('gives every endpoint its own route', () => {
  const routes = endpoints.map(([, endpoint]) => routeKeyOf(endpoint));
  expect(new Set(routes).size).toBe(routes.length);
});

test('keeps the stage in public webhook paths and omits it from route keys', () => {
  expect(routeKeyOf(webhookContract.fireByPost)).toBe('POST /trigger/{workspaceId}/{deviceId}');
  expect(routeKeyOf(workspacesContract.listWorkspaces)).toBe('GET /api/workspaces');
});

test.each(endpoints)('%s declares a schema for the parameters in its path', (_, endpoint) => {
  expect(endpoint.path.includes('{')).toBe(endpoint.params !== undefined);
});

test.each(endpoints.filter(([, { access, params }]) => access === 'session' && params))(
  '%s declares the owner of its ids, so that the journeys try foreign ids',
  (_, endpoint) => {
    expect(Object.keys(endpoint.owned ?? {}).length).toBeGreaterThan(0);
  },
);

test.each([
  ['7', 7],
  ['281474976710655', 281_474_976_710_655],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740993', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['01', undefined],
  ['1.0', undefined],
  ['1e3', undefined],
  [' 1', undefined],
  ['', undefined],
])('parses the id %j as %j', (text, id) => {
  const parsed = idText.safeParse(text);
  expect(parsed.success ? parsed.data : undefined).toBe(id);
});
