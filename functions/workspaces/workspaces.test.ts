import { beforeEach, describe, expect, test } from 'vitest';

import { hashOf } from '#functions/platform/hashes.ts';
import { aWorkspacesApi } from '#test/support/worlds/handlers/workspaces-handlers.ts';

let world: Awaited<ReturnType<typeof aWorkspacesApi>>;
beforeEach(async () => {
  world = await aWorkspacesApi();
});

const create = (name: unknown) => world.call('POST /api/workspaces', { body: { name, userId: 'bruno' } });
const update = (id: number | string, body: unknown) => world.call('PATCH /api/workspaces/{id}', { id, body });
const favor = (id: number | string, triggerIds: unknown) =>
  world.call('PUT /api/workspaces/{id}/favorites', { id, body: { triggerIds } });
const nameOf = (id: number) => world.workspaces.all.get(id)?.name;

describe('reading', () => {
  test('lists own workspaces without tokens, the default one first and then by age', async () => {
    const { json } = await world.call('GET /api/workspaces');
    expect(json.map(({ name }: { name: string }) => name)).toEqual(['Casa', 'Serra', 'Praia']);
    expect(Object.keys(json[0]).sort()).toEqual(['createdAt', 'defaultWorkspace', 'id', 'name', 'status', 'userId']);
  });

  test('returns the current workspace with its webhook token', async () => {
    const { json } = await world.call('GET /api/workspaces/current');
    expect(json).toMatchObject({ id: 1, name: 'Casa', defaultWorkspace: true, workspaceToken: 'token-1' });
    expect(JSON.stringify(json)).not.toContain('tokenHash');
  });

  test('returns another own workspace without its token', async () => {
    const { json } = await world.call('GET /api/workspaces/{id}', { id: 2 });
    expect(json).toMatchObject({ id: 2, name: 'Praia' });
    expect(JSON.stringify(json)).not.toContain('token');
  });
});

describe('foreign, unknown and malformed ids', () => {
  const attempts = (id: number | string) => [
    world.call('GET /api/workspaces/{id}', { id }),
    update(id, { name: 'Mine now' }),
    update(id, { status: 'INATIVO' }),
    update(id, { status: 'ATIVO' }),
    world.call('POST /api/workspaces/{id}/rotate-token', { id }),
    world.call('POST /api/workspaces/{id}/hide-first-steps', { id }),
    favor(id, ['gate']),
    ...(typeof id === 'number' ? [world.call('POST /api/workspaces/switch', { body: { workspaceId: id } })] : []),
  ];

  test.each([3, 999_999, 'seven'])(
    'responds to the id %s with the same 404 everywhere and changes nothing',
    async (id) => {
      const before = JSON.stringify([...world.workspaces.all, ...world.platform.current]);
      const notFound = { error: 'There is no such workspace.', errorKey: 'workspace.notFound' };
      for (const reply of await Promise.all(attempts(id))) expect(reply).toEqual({ status: 404, json: notFound });
      expect(JSON.stringify([...world.workspaces.all, ...world.platform.current])).toBe(before);
      expect([world.deactivation.asked, world.hidden]).toEqual([[], []]);
    },
  );
});

describe('creating', () => {
  test('creates an active workspace for the caller, ignores a user in the body, and keeps the current workspace', async () => {
    const reply = await create('  Sítio   novo ');
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      id: 50,
      name: 'Sítio novo',
      status: 'ATIVO',
      userId: 'ana',
      defaultWorkspace: false,
    });
    expect(world.platform.current.get('ana')).toBe(1);
  });

  test('stores a new token as a hash and sealed for this workspace', async () => {
    const { json } = await create('Sítio');
    const kept = world.workspaces.all.get(json.id);
    const [owner, token = ''] = kept?.tokenSealed.split('|') ?? [];
    expect(owner).toBe(`W#${json.id}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(kept?.tokenHash).toBe(hashOf(token));
  });

  test.each([
    ['only spaces', '   ', 'workspace.nameRequired'],
    ['111 characters', 'x'.repeat(111), 'workspace.nameTooLong'],
  ])('responds with 400 and names the field when the name has %s', async (_, name, key) => {
    expect(await create(name)).toMatchObject({ status: 400, json: { errorKey: key, fields: { name: key } } });
  });

  test.each(['a', '💡'.repeat(110), 'Casa #2 (praia)'])('accepts the name %s', async (name) => {
    expect((await create(name)).status).toBe(201);
  });

  test('rejects a name that another own workspace has, but not one of another user', async () => {
    expect(await create('  cása ')).toMatchObject({ status: 409, json: { errorKey: 'workspace.nameTaken' } });
    expect((await create('Foreign')).status).toBe(201);
  });

  test('responds with 400 without a name', async () => {
    expect((await create(undefined)).json).toMatchObject({ fields: { name: 'request.invalid' } });
  });

  test('chooses another id when the first one is taken', async () => {
    await world.make(50, { userId: 'bruno', name: 'Second' });
    expect((await create('Sítio')).json.id).toBe(51);
    expect(world.workspaces.all.get(50)?.userId).toBe('bruno');
  });
});

describe('more than fifty workspaces', () => {
  const fifty = async () => {
    for (let id = 100; id < 147; id += 1) await world.make(id, { name: `Casa ${id}` });
  };

  test('rejects workspace 51 without a plan, counting inactive ones', async () => {
    await fifty();
    await update(2, { status: 'INATIVO' });
    expect(await create('Sítio')).toMatchObject({ status: 409, json: { errorKey: 'workspace.limitReached' } });
    expect(world.workspaces.all.size).toBe(51);
  });

  test.each([
    ['active', 201],
    ['trialing', 201],
    ['past_due', 409],
    ['canceled', 409],
  ] as const)('with one workspace that is %s, responds to workspace 51 with %s', async (status, answer) => {
    await fifty();
    world.plans.set(4, status);
    expect((await create('Sítio')).status).toBe(answer);
  });

  test('does not count the plan of another user', async () => {
    await fifty();
    world.plans.set(3, 'active');
    expect((await create('Sítio')).status).toBe(409);
  });
});

test('hides the first steps of a workspace for the caller', async () => {
  const reply = await world.call('POST /api/workspaces/{id}/hide-first-steps', { id: 2 });
  expect(reply.status).toBe(204);
  expect(world.hidden).toEqual([['ana', 2]]);
});

describe('favorites', () => {
  const linkedAt = '2026-11-20T10:00:00.000Z';
  const link = { number: 1, amazonUserId: 'amzn1.ana', name: 'Ana', email: 'ana@example.com' };
  beforeEach(() => world.workspaces.change(1, { link: { ...link, createdAt: linkedAt, updatedAt: linkedAt } }));
  const current = async () => (await world.call('GET /api/workspaces/current')).json;

  test('stores them in their order, once each and only those of the workspace', async () => {
    world.triggersIn.set(1, ['gate', 'light', 'door']);
    world.triggersIn.set(3, ['foreign']);
    expect(await current()).not.toHaveProperty('favorites');
    const reply = await favor(1, ['door', 'foreign', 'gate', 'door', 'unknown']);
    expect(reply).toEqual({ status: 200, json: { triggerIds: ['door', 'gate'] } });
    expect(await current()).toMatchObject({ favorites: ['door', 'gate'] });
    expect((await favor(1, [])).json).toEqual({ triggerIds: [] });
    expect(await current()).not.toHaveProperty('favorites');
  });

  test.each([[Array.from({ length: 13 }, (_, at) => `t${at}`)], [['no id!']], [[7]], ['gate'], [undefined]])(
    'rejects %j',
    async (triggerIds) => {
      expect(await favor(1, triggerIds)).toMatchObject({ status: 400, json: { errorKey: 'request.invalid' } });
    },
  );

  test('reads again when a trigger was deleted in between', async () => {
    world.triggersIn.set(1, ['gate', 'light']);
    world.workspaces.beforeFavorites = () => world.triggersIn.set(1, ['light']);
    expect((await favor(1, ['gate', 'light'])).json).toEqual({ triggerIds: ['light'] });
  });
});

describe('switching', () => {
  const switchTo = (workspaceId: number) => world.call('POST /api/workspaces/switch', { body: { workspaceId } });

  test('makes a workspace the current one and returns its name', async () => {
    expect((await switchTo(2)).json).toEqual({ id: 2, name: 'Praia' });
    expect((await world.call('GET /api/workspaces/current')).json.id).toBe(2);
  });

  test('rejects switching to an inactive workspace and keeps the current one', async () => {
    await update(2, { status: 'INATIVO' });
    expect(await switchTo(2)).toMatchObject({ status: 409, json: { errorKey: 'workspace.inactive' } });
    expect(world.platform.current.get('ana')).toBe(1);
  });

  test('ignores the workspace header when switching', async () => {
    const headers = { 'x-workspace-id': '3' };
    expect((await world.call('POST /api/workspaces/switch', { body: { workspaceId: 2 }, headers })).status).toBe(200);
  });
});

describe('renaming', () => {
  test('stores the tidied name', async () => {
    expect((await update(2, { name: '  Praia   grande ' })).json).toMatchObject({ id: 2, name: 'Praia grande' });
  });

  test('accepts the current name and a change of its case', async () => {
    expect((await update(2, { name: 'Praia' })).status).toBe(200);
    expect((await update(2, { name: 'PRAIA' })).json).toMatchObject({ name: 'PRAIA' });
  });

  test('rejects a name of another own workspace without deactivating the workspace', async () => {
    const reply = await update(2, { name: 'casa', status: 'INATIVO' });
    expect(reply).toMatchObject({ status: 409, json: { errorKey: 'workspace.nameTaken' } });
    expect(nameOf(2)).toBe('Praia');
    expect(world.deactivation.asked).toEqual([]);
  });

  test.each([
    ['', 'workspace.nameRequired'],
    ['x'.repeat(111), 'workspace.nameTooLong'],
  ])('responds with 400 when the new name is "%s"', async (name, key) => {
    expect(await update(2, { name, status: 'INATIVO' })).toMatchObject({ status: 400, json: { errorKey: key } });
    expect(world.deactivation.asked).toEqual([]);
  });

  test('does not validate an unchanged name, so that an old one can be deactivated', async () => {
    const old = 'x'.repeat(200);
    world.workspaces.change(2, { name: old });
    expect((await update(2, { name: old, status: 'INATIVO' })).json).toMatchObject({ status: 'INATIVO', name: old });
  });

  test('applies a rename after a concurrent one', async () => {
    const { rename } = world.workspaces;
    let first = true;
    world.workspaces.rename = async (mine, names) => {
      if (first) await rename(mine, { from: 'Praia', to: 'Lagoa' });
      first = false;
      return rename(mine, names);
    };
    expect((await update(2, { name: 'Sítio' })).json).toMatchObject({ name: 'Sítio' });
  });
});

describe('deactivating and activating', () => {
  test('deactivates a workspace with the caller and the id', async () => {
    const reply = await update(2, { status: 'INATIVO', name: 'Praia', defaultWorkspace: false });
    expect(reply.json).toMatchObject({ id: 2, status: 'INATIVO' });
    expect(world.deactivation.asked).toEqual([{ userId: 'ana', workspaceId: 2 }]);
  });

  test.each(['workspace.isYourDefault', 'workspace.flaggedDefault', 'workspace.subscriptionRunning'] as const)(
    'rejects deactivating with %s and does not rename the workspace',
    async (answer) => {
      world.deactivation.answer = answer;
      expect(await update(2, { status: 'INATIVO', name: 'Other' })).toMatchObject({
        status: 409,
        json: { errorKey: answer },
      });
      expect(nameOf(2)).toBe('Praia');
    },
  );

  test('activates an inactive workspace', async () => {
    await update(2, { status: 'INATIVO' });
    expect((await update(2, { status: 'ATIVO' })).json).toMatchObject({ status: 'ATIVO' });
  });

  test('ignores a change of the default workspace', async () => {
    expect((await update(2, { defaultWorkspace: true })).json).toMatchObject({ defaultWorkspace: false });
    expect((await update(1, { defaultWorkspace: false })).json).toMatchObject({ defaultWorkspace: true });
  });

  test('responds with 400 to an unknown status', async () => {
    expect((await update(2, { status: 'ASLEEP' })).json).toMatchObject({ fields: { status: 'request.invalid' } });
  });
});

test('replaces the token and returns the new one to the owner', async () => {
  const { json } = await world.call('POST /api/workspaces/{id}/rotate-token', { id: 1 });
  expect(json.workspaceToken).toMatch(/^[\w-]{43}$/);
  expect(world.workspaces.all.get(1)?.tokenHash).toBe(hashOf(json.workspaceToken));
  expect((await world.call('GET /api/workspaces/current')).json.workspaceToken).toBe(json.workspaceToken);
});

test('logs no token, cookie or name', async () => {
  const { json } = await world.call('POST /api/workspaces/{id}/rotate-token', { id: 1 });
  await create('Sítio');
  await world.call('GET /api/workspaces/current');
  const lines = world.platform.logged.join('');
  expect(lines).toContain('"route":"POST /api/workspaces/{id}/rotate-token"');
  for (const secret of [json.workspaceToken, 'Sítio', 'Casa', '__Host-session', '?']) {
    expect(lines).not.toContain(secret);
  }
});
