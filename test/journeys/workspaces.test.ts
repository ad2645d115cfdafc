import { describe, expect, inject, test } from 'vitest';

import { accountContract } from '#shared/contracts/account.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import type { Answered } from '../local/browser-like.ts';
import { refusalIn, parsedReply } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { newcomer, settled, type JourneyPerson } from './kit/person.ts';
import { subscribe } from './kit/table.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('workspaces');
const notFound = { status: 404, errorKey: 'workspace.notFound' };

const patch = (person: JourneyPerson, id: number, change: Record<string, unknown>): Promise<Answered> =>
  person.send('PATCH', `/api/workspaces/${id}`, change);
const create = (person: JourneyPerson, name: unknown): Promise<Answered> =>
  person.send('POST', '/api/workspaces', { name });
const names = async (person: JourneyPerson) => (await person.workspaces()).map(({ name }) => name);

describe('a user’s workspaces', () => {
  test(
    'lists workspaces with the default one first and without secrets',
    { tags: ['spec-8.1', 'spec-8.2', 'spec-146.1', 'spec-248.1', 'spec-250.1'] },
    async () => {
      const ana = await newcomer(guest(), { defaultWorkspaceName: 'Zuhause' });
      const made = await ana.addWorkspace('  Casa   da praia ');
      expect(made).toMatchObject({ name: 'Casa da praia', status: 'ATIVO', defaultWorkspace: false });
      await ana.addWorkspace('Atelier');
      expect(await names(ana)).toEqual(['Zuhause', 'Casa da praia', 'Atelier']);
      expect((await ana.get('/api/workspaces')).text).not.toContain((await ana.current()).workspaceToken);
      expect((await ana.get(`/api/workspaces/${made.id}`)).json()).toEqual(made);
      const { id } = await ana.whoAmI();
      for (const workspace of await ana.workspaces()) expect(workspace.userId).toBe(id);
    },
  );

  test(
    'requires a name of 1 to 110 letters that is unique per user, ignoring case, accents and spacing',
    { tags: ['spec-215.1', 'spec-216.1', 'spec-319.1', 'spec-337.2'] },
    async () => {
      const [ana, bruno] = [await newcomer(guest()), await newcomer(guest())];
      for (const [name, errorKey] of [
        ['', 'workspace.nameRequired'],
        [' \t ', 'workspace.nameRequired'],
        ['a'.repeat(111), 'workspace.nameTooLong'],
      ] as const) {
        expect(refusalIn(await create(ana, name))).toEqual({ status: 400, errorKey, fields: { name: errorKey } });
      }
      for (const odd of [7, null, {}, undefined]) {
        expect(refusalIn(await create(ana, odd))).toMatchObject({ status: 400, fields: { name: 'request.invalid' } });
      }
      await ana.addWorkspace('x');
      await ana.addWorkspace('😀'.repeat(110));
      await ana.addWorkspace('São João');
      for (const name of ['São João', 'sao joao', ' SÃO   JOÃO ']) {
        expect(refusalIn(await create(ana, name))).toMatchObject({ status: 409, errorKey: 'workspace.nameTaken' });
      }
      expect(await names(ana)).toHaveLength(4);
      expect((await create(bruno, 'São João')).status).toBe(201);

      const twice = await Promise.all([create(bruno, 'Doppelt'), create(bruno, 'doppelt')]);
      expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([201, 409]));
    },
  );

  test(
    'allows fifty workspaces without a plan, even for concurrent requests, and more with a plan',
    { tags: 'threat-workspace-flood' },
    async () => {
      const ana = await newcomer(guest());
      for (let made = 1; made < 49; made += 4) {
        await Promise.all(['a', 'b', 'c', 'd'].map((letter) => ana.addWorkspace(`${made} ${letter}`)));
      }
      const last = await Promise.all(['e', 'f', 'g'].map((letter) => create(ana, letter)));
      expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
      expect(refusalIn(await create(ana, 'h'))).toEqual({ status: 409, errorKey: 'workspace.limitReached' });
      expect(await ana.workspaces()).toHaveLength(50);
      await subscribe((await ana.current()).id, 'active');
      expect((await create(ana, 'h')).status).toBe(201);
    },
  );

  test(
    'renames workspaces, refuses taken names and frees the previous name',
    { tags: ['spec-215.2', 'spec-253.1'] },
    async () => {
      const ana = await newcomer(guest(), { defaultWorkspaceName: 'Casa' });
      const beach = await ana.addWorkspace('Praia');
      expect((await patch(ana, beach.id, { name: 'Praia' })).status).toBe(200);
      expect((await patch(ana, beach.id, { name: 'praia' })).status).toBe(200);
      expect(refusalIn(await patch(ana, beach.id, { name: 'CASA' }))).toMatchObject({
        errorKey: 'workspace.nameTaken',
      });
      expect(await names(ana)).toEqual(['Casa', 'praia']);
      const renamed = parsedReply(
        workspacesContract.updateWorkspace.reply,
        await patch(ana, beach.id, { name: 'Montanha' }),
      );
      expect(renamed).toMatchObject({ id: beach.id, name: 'Montanha' });
      await ana.addWorkspace('Praia');
    },
  );

  test(
    'switches the current workspace in all browsers of the user',
    { tags: ['spec-176.1', 'spec-252.1', 'spec-281.1'] },
    async () => {
      const phone = await newcomer(guest());
      const laptop = await newcomer(phone.name);
      const second = await phone.addWorkspace('Second');
      expect((await phone.current()).id).not.toBe(second.id);
      expect(await phone.switchTo(second.id)).toEqual({ id: second.id, name: 'Second' });
      expect((await laptop.current()).id).toBe(second.id);
      expect((await (await newcomer(phone.name)).current()).id).toBe(second.id);
    },
  );

  test('stores hidden first steps for the user in all browsers', async () => {
    const phone = await newcomer(guest());
    const laptop = await newcomer(phone.name);
    const { id } = await phone.current();
    expect(await laptop.whoAmI()).not.toHaveProperty('firstStepsHidden');
    for (const browser of [phone, laptop]) {
      expect((await browser.send('POST', `/api/workspaces/${id}/hide-first-steps`)).status).toBe(204);
    }
    expect(await laptop.whoAmI()).toMatchObject({ firstStepsHidden: [id] });
    const mine = await (await laptop.get('/api/account/data')).json();
    expect(mine).toMatchObject({ person: { firstStepsHidden: [id] } });
  });

  test('stores favorites for all browsers and for the download of own data, until the account is unlinked', async () => {
    const phone = await newcomer(guest());
    const laptop = await newcomer(phone.name);
    const { id } = await phone.current();
    await phone.linkAmazon();
    const [gate, light] = [await phone.addTrigger('Gate'), await phone.addTrigger('Light')];
    const triggerIds = [light.id, gate.id];
    expect((await phone.send('PUT', `/api/workspaces/${id}/favorites`, { triggerIds })).status).toBe(200);
    expect(await laptop.current()).toMatchObject({ favorites: triggerIds });
    const mine = await (await laptop.get('/api/account/data')).json();
    expect(mine).toMatchObject({ workspaces: [{ favorites: triggerIds }] });
    await phone.send('DELETE', `/api/triggers/${light.id}`);
    expect(await laptop.current()).toMatchObject({ favorites: [gate.id] });
    await phone.unlinkAmazon(id);
    expect(await laptop.current()).not.toHaveProperty('favorites');
  });

  test('ignores a userId or a default flag in the body', { tags: ['spec-251.1', 'spec-253.1'] }, async () => {
    const ana = await newcomer(guest());
    const body = { name: 'Mine', userId: 'somebody-else', defaultWorkspace: true };
    const made = parsedReply(workspacesContract.createWorkspace.reply, await ana.send('POST', '/api/workspaces', body));
    expect(made).toMatchObject({ userId: (await ana.whoAmI()).id, defaultWorkspace: false });
    expect((await patch(ana, made.id, { defaultWorkspace: true, name: 'Mine too' })).json()).toMatchObject({
      name: 'Mine too',
      defaultWorkspace: false,
    });
  });
});

describe('rotating the secret', () => {
  test(
    'invalidates the old address immediately and keeps everything else',
    { tags: ['spec-146.1', 'spec-249.1', 'threat-webhook-leak'] },
    async () => {
      const ana = await settled(guest());
      expect((await fire(ana.address)).status).toBe(200);
      const answer = await ana.send('POST', `/api/workspaces/${ana.trigger.workspaceId}/rotate-token`);
      const { workspaceToken } = parsedReply(workspacesContract.rotateWorkspaceToken.reply, answer);
      expect((await fire(ana.address)).status).toBe(404);
      expect((await ana.current()).workspaceToken).toBe(workspaceToken);
      const address = await ana.addressOf(ana.trigger);
      expect(address).not.toBe(ana.address);
      expect((await fire(address)).status).toBe(200);
      expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(2);
    },
  );

  test('keeps the old secret valid for 24 hours on request, for runs, plans and findings', async () => {
    const ana = await settled(guest());
    const { workspaceId } = ana.trigger;
    const { workspaceToken: old } = await ana.current();
    const rotate = async (oldEnds: string) =>
      parsedReply(
        workspacesContract.rotateWorkspaceToken.reply,
        await ana.send('POST', `/api/workspaces/${workspaceId}/rotate-token`, { oldEnds }),
      );
    const { workspaceToken, oldTokenUntil = '' } = await rotate('in24Hours');
    const { workspaces } = parsedReply(
      accountContract.readMyData.reply,
      await ana.get(accountContract.readMyData.path),
    );
    const tokenMadeAt = new Date(Date.parse(oldTokenUntil) - 24 * 3_600_000).toISOString();
    expect(workspaces).toMatchObject([{ id: workspaceId, tokenMadeAt, oldTokenUntil }]);
    const poll = (token: string) => fire(`${inject('stack').appUrl}/prod/findings/${workspaceId}?token=${token}`);
    expect([(await fire(ana.address)).status, (await fire(`${ana.address}&in=1h`)).status]).toEqual([200, 202]);
    expect([(await poll(old)).status, (await poll(workspaceToken)).status]).toEqual([200, 200]);
    await rotate('now');
    expect([(await fire(ana.address)).status, (await poll(old)).status]).toEqual([404, 404]);
    expect((await poll(workspaceToken)).status).toBe(404);
  });
});

describe('deactivating a workspace', () => {
  test(
    'refuses to deactivate the default workspace, with different errors if it is current or not',
    { tags: ['spec-178.1', 'spec-217.1', 'spec-218.1', 'spec-219.1', 'spec-234.2', 'spec-319.1'] },
    async () => {
      const ana = await newcomer(guest());
      const { id } = await ana.current();
      expect(refusalIn(await patch(ana, id, { status: 'INATIVO' }))).toEqual({
        status: 409,
        errorKey: 'workspace.isYourDefault',
      });
      await ana.switchTo((await ana.addWorkspace('Second')).id);
      expect(refusalIn(await patch(ana, id, { status: 'INATIVO', name: 'Renamed' }))).toEqual({
        status: 409,
        errorKey: 'workspace.flaggedDefault',
      });
      expect((await ana.workspaces()).map(({ status }) => status)).toEqual(['ATIVO', 'ATIVO']);
      expect(await names(ana)).not.toContain('Renamed');
    },
  );

  test(
    'refuses to deactivate a workspace with an active or trialing subscription',
    { tags: ['spec-178.1', 'spec-220.1'] },
    async () => {
      const ana = await newcomer(guest());
      const { id } = await ana.addWorkspace('Second');
      for (const status of ['active', 'trialing'] as const) {
        await subscribe(id, status);
        expect(refusalIn(await patch(ana, id, { status: 'INATIVO' }))).toEqual({
          status: 409,
          errorKey: 'workspace.subscriptionRunning',
        });
      }
      await subscribe(id, 'canceled');
      expect((await patch(ana, id, { status: 'INATIVO' })).json()).toMatchObject({ status: 'INATIVO' });
    },
  );

  test(
    'makes the default workspace current and refuses to switch to an inactive one',
    { tags: ['spec-177.1', 'spec-178.2', 'spec-344.2'] },
    async () => {
      const ana = await newcomer(guest());
      const first = await ana.current();
      const { id } = await ana.addWorkspace('Second');
      await ana.switchTo(id);
      const off = parsedReply(workspacesContract.updateWorkspace.reply, await patch(ana, id, { status: 'INATIVO' }));
      expect(off).toMatchObject({ id, status: 'INATIVO' });
      expect((await ana.current()).id).toBe(first.id);
      expect(refusalIn(await ana.send('POST', '/api/workspaces/switch', { workspaceId: id }))).toEqual({
        status: 409,
        errorKey: 'workspace.inactive',
      });
      expect((await ana.current()).id).toBe(first.id);
      expect((await patch(ana, id, { status: 'INATIVO' })).status).toBe(200);
      expect((await patch(ana, id, { status: 'ATIVO' })).json()).toMatchObject({ status: 'ATIVO' });
      expect(await ana.switchTo(id)).toMatchObject({ id });
      expect(refusalIn(await patch(ana, id, { status: 'SOMETHING' }))).toMatchObject({
        status: 400,
        fields: { status: 'request.invalid' },
      });
    },
  );
});

test(
  'uses the workspace of the header, or the current one without it, and answers 404 for others',
  { tags: ['spec-8.3', 'spec-234.1', 'spec-254.1'] },
  async () => {
    const ana = await newcomer(guest());
    const stranger = await settled(guest());
    const current = (await ana.current()).id;
    const other = (await ana.addWorkspace('Other')).id;
    await ana.linkAmazon({ workspaceId: other });
    const at = (id: number | string) => ({ 'x-workspace-id': String(id) });
    const add = (name: string, headers?: Record<string, string>) =>
      ana.send('POST', '/api/triggers', { name }, headers);

    // The current workspace has no Amazon account, the other one has.
    expect(refusalIn(await add('Good night'))).toEqual({ status: 409, errorKey: 'amazon.notLinked' });
    expect((await add('Good night', at(other))).json()).toMatchObject({ workspaceId: other });
    expect(await ana.triggers()).toEqual([]);
    expect((await ana.get('/api/triggers', at(other))).json()).toEqual([
      expect.objectContaining({ name: 'Good night' }),
    ]);
    expect((await ana.get('/api/amazon-auth', at(current))).json()).toMatchObject({ skill: 'notLinked' });

    const theirs = stranger.trigger.workspaceId;
    for (const wrong of [theirs, 0, 'abc', `0${other}`, `${other}.0`, '', 281474976710655]) {
      expect(refusalIn(await add('Intruder', at(wrong)))).toEqual(notFound);
      expect(refusalIn(await ana.get('/api/triggers', at(wrong)))).toEqual(notFound);
    }
    expect(await stranger.triggers()).toEqual([stranger.trigger]);

    // A stale tab sends one workspace in the header and another one in the body.
    const mixed = await ana.send('POST', '/api/amazon-auth/unlink', { workspaceId: other }, at(current));
    expect(refusalIn(mixed)).toEqual(notFound);
    expect((await ana.get('/api/amazon-auth', at(other))).json()).toMatchObject({ skill: 'notEnabled' });
    const { id } = parsedReply(workspacesContract.readWorkspace.reply, await ana.get(`/api/workspaces/${other}`));
    expect(id).toBe(other);

    // These endpoints cover all workspaces, so the header is ignored.
    for (const path of ['/api/workspaces', '/api/workspaces/current', '/api/auth/user']) {
      expect((await ana.get(path, at(theirs))).status).toBe(200);
    }
  },
);

test('rejects malformed requests with specific errors', { tags: ['spec-242.1', 'spec-289.1'] }, async () => {
  const ana = await newcomer(guest());
  const raw = (text: string, type: string) =>
    ana.browser.hop('/api/workspaces', { method: 'POST', text, headers: { 'content-type': type } });
  expect(refusalIn(await raw('{"name":', 'application/json'))).toEqual({ status: 400, errorKey: 'request.notJson' });
  expect(refusalIn(await raw('name=x', 'application/x-www-form-urlencoded'))).toEqual({
    status: 415,
    errorKey: 'request.contentType',
  });
  const large = JSON.stringify({ name: 'x', padding: 'a'.repeat(17 * 1024) });
  expect(refusalIn(await raw(large, 'application/json'))).toEqual({ status: 413, errorKey: 'request.tooLarge' });
  expect(await ana.workspaces()).toHaveLength(1);
});
