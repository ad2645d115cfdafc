import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { checkReply } from '#shared/contracts/check.ts';

import { aHome, type Home, type TokenScene } from '../faults/home.ts';
import { originSecret } from '../faults/injected/secret-faults.ts';
import { localCredentials } from '../local/table/dynamodb.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { anEvent } from '../support/worlds/an-event.ts';

let table: Table;
let home: Home;

beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  table = await aTable();
  home = await aHome(table, inject('dynamodbUrl'), { withGroup: false });
});
afterAll(() => home.close());

const originHeader = { 'x-origin-secret': originSecret };

const checks = {
  page: async ({ triggerId }: ReturnType<Home['newFiring']>, fire = false) =>
    home.well().process.click(
      anEvent({
        route: 'POST /api/triggers/{id}/check',
        params: { id: triggerId },
        cookies: [home.cookie.split(';')[0] ?? ''],
        headers: { ...originHeader, 'x-workspace-id': String(home.workspaceId), 'content-type': 'application/json' },
        body: JSON.stringify({ fire }),
      }),
    ),
  'dry run': async ({ deviceId }: ReturnType<Home['newFiring']>) =>
    home.well().process.webhook(
      anEvent({
        route: 'GET /trigger/{workspaceId}/{deviceId}',
        params: { workspaceId: String(home.workspaceId), deviceId },
        query: { token: home.token, dryRun: '1' },
        headers: originHeader,
      }),
    ),
} as const;

const stepsOf = ({ body = '' }: { body?: string | undefined }) => {
  const { steps } = checkReply.parse(JSON.parse(body));
  return Object.fromEntries(steps.map(({ step, state }) => [step, state]));
};

const placeOf = (item: Record<string, unknown>): string => `${String(item['pk'])} ${String(item['sk'])}`;

/** Keys of the items that the work added, changed or removed. */
async function changesBy(work: () => Promise<unknown>): Promise<string[]> {
  const known = new Map((await home.world.items()).map((item) => [placeOf(item), JSON.stringify(item)]));
  await work();
  const now = new Map((await home.world.items()).map((item) => [placeOf(item), JSON.stringify(item)]));
  const places = new Set([...known.keys(), ...now.keys()]);
  return [...places].filter((place) => known.get(place) !== now.get(place));
}

describe.each(['page', 'dry run'] as const)('a check by %s', (name) => {
  const scenes: [TokenScene, boolean][] = [
    ['plain', false],
    ['token due', true],
    ['token over', true],
  ];

  test.each(scenes)('writes nothing but a renewed token in the scene "%s": %s', async (scene, renews) => {
    await home.renewGrant(scene);
    const heard = home.heard();
    const changes = await changesBy(async () => {
      const steps = stepsOf(await checks[name](home.newFiring()));
      expect(steps).toMatchObject({ permission: 'ok', token: 'ok', routine: 'unknown' });
      expect(steps).not.toHaveProperty('event');
    });
    expect(changes.filter((place) => !place.endsWith(' ACCESS') && !place.endsWith(' GRANT'))).toEqual([]);
    expect(changes.includes(`W#${home.workspaceId} ACCESS`)).toBe(renews);
    expect(home.heard()).toBe(heard);
  });
});

test('sends one event and records one run when the check fires', async () => {
  await home.renewGrant('token due');
  home.pause();
  const firing = home.newFiring();
  const heard = home.heard();
  const changes = await changesBy(async () => {
    expect(stepsOf(await checks.page(firing, true))).toMatchObject({ event: 'ok', routine: 'unknown' });
  });
  expect(home.heard()).toBe(heard + 1);
  expect(changes).toContain(`W#${home.workspaceId} TRIGGER#${firing.triggerId}`);
});
