import { beforeEach, describe, expect, test } from 'vitest';

import { hashOf } from '#functions/platform/hashes.ts';
import { aWorkspacesApi } from '#test/support/worlds/handlers/workspaces-handlers.ts';

let world: Awaited<ReturnType<typeof aWorkspacesApi>>;
beforeEach(async () => {
  world = await aWorkspacesApi();
});

const create = (name: unknown) => world.call('POST /api/workspaces', { body: { name, userId: 'bruno' } });
const update = (id: number | string, body: unknown) => world.call('PATCH /api/workspaces/{id}', { id, body });
const nameOf = (id: number) => world.workspaces.all.get(id)?.name;

describe('reading', () => {
  test('the list has the default one first, then as they were made, of this person only, and no token', async () => {
    const { json } = await world.call('GET /api/workspaces');
    expect(json.map(({ name }: { name: string }) => name)).toEqual(['Casa', 'Serra', 'Praia']);
    expect(Object.keys(json[0]).sort()).toEqual(['createdAt', 'defaultWorkspace', 'id', 'name', 'status', 'userId']);
  });

  test('the current workspace comes with the token of its webhook addresses', async () => {
    const { json } = await world.call('GET /api/workspaces/current');
    expect(json).toMatchObject({ id: 1, name: 'Casa', defaultWorkspace: true, workspaceToken: 'token-1' });
    expect(JSON.stringify(json)).not.toContain('tokenHash');
  });

  test('one of mine is shown without its token', async () => {
    const { json } = await world.call('GET /api/workspaces/{id}', { id: 2 });
    expect(json).toMatchObject({ id: 2, name: 'Praia' });
    expect(JSON.stringify(json)).not.toContain('token');
  });
});

describe("somebody else's workspace, an unknown one and one that cannot be are answered alike", () => {
  const attempts = (id: number | string) => [
    world.call('GET /api/workspaces/{id}', { id }),
    update(id, { name: 'Mine now' }),
    update(id, { status: 'INATIVO' }),
    update(id, { status: 'ATIVO' }),
    world.call('POST /api/workspaces/{id}/rotate-token', { id }),
    world.call('POST /api/workspaces/{id}/hide-first-steps', { id }),
    ...(typeof id === 'number' ? [world.call('POST /api/workspaces/switch', { body: { workspaceId: id } })] : []),
  ];

  test.each([3, 999_999, 'seven'])('%s', async (id) => {
    const before = JSON.stringify([...world.workspaces.all, ...world.platform.current]);
    const notFound = { error: 'There is no such workspace.', errorKey: 'workspace.notFound' };
    for (const reply of await Promise.all(attempts(id))) expect(reply).toEqual({ status: 404, json: notFound });
    expect(JSON.stringify([...world.workspaces.all, ...world.platform.current])).toBe(before);
    expect([world.deactivation.asked, world.hidden]).toEqual([[], []]);
  });
});

describe('creating', () => {
  test('makes an active workspace of this person, whatever user the body names, and the current one stays', async () => {
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

  test('gives it a token of its own, kept as a hash and sealed for this workspace', async () => {
    const { json } = await create('Sítio');
    const kept = world.workspaces.all.get(json.id);
    const [owner, token = ''] = kept?.tokenSealed.split('|') ?? [];
    expect(owner).toBe(`W#${json.id}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(kept?.tokenHash).toBe(hashOf(token));
  });

  test.each([
    ['no letters', '   ', 'workspace.nameRequired'],
    ['111 letters', 'x'.repeat(111), 'workspace.nameTooLong'],
  ])('with %s is 400 and names the field', async (_, name, key) => {
    expect(await create(name)).toMatchObject({ status: 400, json: { errorKey: key, fields: { name: key } } });
  });

  test.each(['a', '💡'.repeat(110), 'Casa #2 (praia)'])('takes the name %s', async (name) => {
    expect((await create(name)).status).toBe(201);
  });

  test('with a name like that of another own workspace is 409, like that of another person is fine', async () => {
    expect(await create('  cása ')).toMatchObject({ status: 409, json: { errorKey: 'workspace.nameTaken' } });
    expect((await create('Foreign')).status).toBe(201);
  });

  test('without a name is 400', async () => {
    expect((await create(undefined)).json).toMatchObject({ fields: { name: 'request.invalid' } });
  });

  test('meets an id that is in use and takes another', async () => {
    await world.make(50, { userId: 'bruno', name: 'Second' });
    expect((await create('Sítio')).json.id).toBe(51);
    expect(world.workspaces.all.get(50)?.userId).toBe('bruno');
  });
});

describe('more than fifty workspaces', () => {
  const fifty = async () => {
    for (let id = 100; id < 147; id += 1) await world.make(id, { name: `Casa ${id}` });
  };

  test('are for accounts with a plan: without one number 51 is refused, inactive ones counted', async () => {
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
  ] as const)('with one workspace whose subscription is %s give %s', async (status, answer) => {
    await fifty();
    world.plans.set(4, status);
    expect((await create('Sítio')).status).toBe(answer);
  });

  test('are not opened by the plan of somebody else', async () => {
    await fifty();
    world.plans.set(3, 'active');
    expect((await create('Sítio')).status).toBe(409);
  });
});

test('hiding the first steps of a workspace is kept for the person who asked', async () => {
  const reply = await world.call('POST /api/workspaces/{id}/hide-first-steps', { id: 2 });
  expect(reply.status).toBe(204);
  expect(world.hidden).toEqual([['ana', 2]]);
});

describe('switching', () => {
  const switchTo = (workspaceId: number) => world.call('POST /api/workspaces/switch', { body: { workspaceId } });

  test('makes it the current one and says its name', async () => {
    expect((await switchTo(2)).json).toEqual({ id: 2, name: 'Praia' });
    expect((await world.call('GET /api/workspaces/current')).json.id).toBe(2);
  });

  test('to an inactive one is refused, and the current one stays', async () => {
    await update(2, { status: 'INATIVO' });
    expect(await switchTo(2)).toMatchObject({ status: 409, json: { errorKey: 'workspace.inactive' } });
    expect(world.platform.current.get('ana')).toBe(1);
  });

  test('ignores which workspace the page shows', async () => {
    const headers = { 'x-workspace-id': '3' };
    expect((await world.call('POST /api/workspaces/switch', { body: { workspaceId: 2 }, headers })).status).toBe(200);
  });
});

describe('renaming', () => {
  test('keeps the tidied name', async () => {
    expect((await update(2, { name: '  Praia   grande ' })).json).toMatchObject({ id: 2, name: 'Praia grande' });
  });

  test('to how it is already spelled, or only in its capitals, is fine', async () => {
    expect((await update(2, { name: 'Praia' })).status).toBe(200);
    expect((await update(2, { name: 'PRAIA' })).json).toMatchObject({ name: 'PRAIA' });
  });

  test('to a name of another workspace of mine is 409, and nothing is switched off on the way', async () => {
    const reply = await update(2, { name: 'casa', status: 'INATIVO' });
    expect(reply).toMatchObject({ status: 409, json: { errorKey: 'workspace.nameTaken' } });
    expect(nameOf(2)).toBe('Praia');
    expect(world.deactivation.asked).toEqual([]);
  });

  test.each([
    ['', 'workspace.nameRequired'],
    ['x'.repeat(111), 'workspace.nameTooLong'],
  ])('to "%s" is 400', async (name, key) => {
    expect(await update(2, { name, status: 'INATIVO' })).toMatchObject({ status: 400, json: { errorKey: key } });
    expect(world.deactivation.asked).toEqual([]);
  });

  test('does not look again at a name that stays, so an old one does not block the switch', async () => {
    const old = 'x'.repeat(200);
    world.workspaces.change(2, { name: old });
    expect((await update(2, { name: old, status: 'INATIVO' })).json).toMatchObject({ status: 'INATIVO', name: old });
  });

  test('after another rename meanwhile applies on top of it', async () => {
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

describe('switching off and on', () => {
  test('off goes through the rules and the cascade, with this person and this workspace', async () => {
    const reply = await update(2, { status: 'INATIVO', name: 'Praia', defaultWorkspace: false });
    expect(reply.json).toMatchObject({ id: 2, status: 'INATIVO' });
    expect(world.deactivation.asked).toEqual([{ userId: 'ana', workspaceId: 2 }]);
  });

  test.each(['workspace.isYourDefault', 'workspace.flaggedDefault', 'workspace.subscriptionRunning'] as const)(
    'off is refused with %s, and the name stays too',
    async (answer) => {
      world.deactivation.answer = answer;
      expect(await update(2, { status: 'INATIVO', name: 'Other' })).toMatchObject({
        status: 409,
        json: { errorKey: answer },
      });
      expect(nameOf(2)).toBe('Praia');
    },
  );

  test('on just sets it active', async () => {
    await update(2, { status: 'INATIVO' });
    expect((await update(2, { status: 'ATIVO' })).json).toMatchObject({ status: 'ATIVO' });
  });

  test('never changes which one is the default', async () => {
    expect((await update(2, { defaultWorkspace: true })).json).toMatchObject({ defaultWorkspace: false });
    expect((await update(1, { defaultWorkspace: false })).json).toMatchObject({ defaultWorkspace: true });
  });

  test('to anything else is 400', async () => {
    expect((await update(2, { status: 'ASLEEP' })).json).toMatchObject({ fields: { status: 'request.invalid' } });
  });
});

test('a new token replaces the old one and is shown to its owner', async () => {
  const { json } = await world.call('POST /api/workspaces/{id}/rotate-token', { id: 1 });
  expect(json.workspaceToken).toMatch(/^[\w-]{43}$/);
  expect(world.workspaces.all.get(1)?.tokenHash).toBe(hashOf(json.workspaceToken));
  expect((await world.call('GET /api/workspaces/current')).json.workspaceToken).toBe(json.workspaceToken);
});

test('no log line holds a token, a cookie or a name', async () => {
  const { json } = await world.call('POST /api/workspaces/{id}/rotate-token', { id: 1 });
  await create('Sítio');
  await world.call('GET /api/workspaces/current');
  const lines = world.platform.logged.join('');
  expect(lines).toContain('"route":"POST /api/workspaces/{id}/rotate-token"');
  for (const secret of [json.workspaceToken, 'Sítio', 'Casa', '__Host-session', '?']) {
    expect(lines).not.toContain(secret);
  }
});
