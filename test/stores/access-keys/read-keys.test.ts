import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { findingsApi } from '#functions/wiring/findings.ts';
import { webhook } from '#functions/wiring/webhook.ts';

import { aContext, anEvent } from '../../support/worlds/an-event.ts';
import { testWorld } from '../../support/worlds/test-world.ts';
import { anAccessKeyHome, workspaceId, type AccessKeyHome } from './an-access-key-home.ts';

let home: AccessKeyHome;
let key: { id: string; secret: string };

beforeAll(async () => {
  home = await anAccessKeyHome();
});

beforeEach(async () => {
  key = await home.give({ right: 'read' });
});

const place = { workspaceId: String(workspaceId) };
const minuteMs = 60_000;

const readers = [
  {
    what: 'asks whether all is well',
    read: async (token: string): Promise<number | undefined> => {
      const event = anEvent({ route: 'GET /findings/{workspaceId}', params: place, query: { token } });
      const { statusCode } = await findingsApi(testWorld({ table: home.table, now: home.clock.now }))(
        event,
        aContext(),
      );
      return statusCode;
    },
    ok: 200,
  },
  {
    what: 'asks for a run that is unknown',
    read: async (token: string): Promise<number | undefined> => {
      const params = { ...place, deviceId: home.trigger.deviceId, executionId: 'unknown' };
      const route = 'GET /trigger/{workspaceId}/{deviceId}/runs/{executionId}';
      const { statusCode } = await webhook(testWorld({ table: home.table, now: home.clock.now }))(
        anEvent({ route, params, query: { token } }),
      );
      return statusCode;
    },
    ok: 404,
  },
];

describe.each(readers)('a key that $what', ({ read, ok }) => {
  const usedAt = async () => (await home.list()).find(({ id }) => id === key.id)?.usedAt;

  test('stores when the key was last used, at most once an hour', async () => {
    expect(await usedAt()).toBeUndefined();
    const first = home.clock.now().toISOString();
    expect(await read(key.secret)).toBe(ok);
    expect(await usedAt()).toBe(first);
    home.clock.pass(59 * minuteMs);
    expect(await read(key.secret)).toBe(ok);
    expect(await usedAt()).toBe(first);
    home.clock.pass(minuteMs);
    const later = home.clock.now().toISOString();
    expect(await read(key.secret)).toBe(ok);
    expect(await usedAt()).toBe(later);
  });

  test('stores no use when the secret is wrong', async () => {
    expect(await read(`${key.secret.slice(0, -1)}${key.secret.endsWith('A') ? 'B' : 'A'}`)).toBe(404);
    expect(await usedAt()).toBeUndefined();
  });
});
