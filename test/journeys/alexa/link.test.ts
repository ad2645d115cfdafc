import { describe, expect, inject, test } from 'vitest';

import { cookieJar } from '../../local/browser-like.ts';
import { guests } from '../kit/guests.ts';
import { newcomer, settled } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { begin, pageOf } from '../kit/trip.ts';
import { fire } from '../kit/webhook-call.ts';

const guest = guests('link');

function endOf(url: URL): { page: string; reported: Record<string, string> } {
  const { id: _, ...reported } = Object.fromEntries(url.searchParams);
  return { page: url.pathname, reported };
}
const linked = { page: '/amazon-auth', reported: { success: 'true' } };
const refused = (error: string) => ({ page: '/amazon-auth', reported: { error } });
const inUse = 'amazonAuth.accountInUseModal.title';

describe('one workspace per Amazon account', () => {
  test(
    'refuses an account linked to another workspace of the same user, and names that workspace',
    { tags: ['spec-237.1', 'spec-310.1'] },
    async () => {
      const ana = await newcomer(guest(), { defaultWorkspaceName: 'Casa da Ana' });
      await ana.linkAmazon();
      const second = await ana.addWorkspace('Second');
      expect(endOf(await ana.linkAmazon({ workspaceId: second.id }))).toEqual({
        page: '/amazon-auth',
        reported: { error: inUse, isCurrentUserWorkspace: 'true', workspaceName: 'Casa da Ana' },
      });
      expect((await ana.get('/api/amazon-auth', { 'x-workspace-id': String(second.id) })).json()).toMatchObject({
        skill: 'notLinked',
      });
    },
  );

  test(
    "refuses an account linked to another user's workspace, without naming it",
    { tags: ['spec-9.2', 'spec-237.1', 'spec-310.1'] },
    async () => {
      const [ana, bruno] = [await newcomer(guest()), await newcomer(guest())];
      await ana.linkAmazon();
      expect(endOf(await bruno.linkAmazon({ as: ana.name }))).toEqual({
        page: '/amazon-auth',
        reported: { error: inUse, isCurrentUserWorkspace: 'false' },
      });
      expect(await bruno.amazon()).toMatchObject({ skill: 'notLinked', email: null });
      expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', email: `${ana.name}@example.com` });
    },
  );

  test('links an account only once when two workspaces race for it', { tags: 'spec-9.2' }, async () => {
    const [ana, bruno] = [await newcomer(guest()), await newcomer(guest())];
    const account = guest();
    const ends = await Promise.all([ana.linkAmazon({ as: account }), bruno.linkAmazon({ as: account })]);
    const reported = ends.map((url) => url.searchParams.get('success') ?? url.searchParams.get('error'));
    expect(new Set(reported)).toEqual(new Set([inUse, 'true']));
    const states = [await ana.amazon(), await bruno.amazon()].map(({ skill }) => skill);
    expect(states.toSorted()).toEqual(['notEnabled', 'notLinked']);
  });

  test('refuses another account on a linked workspace and keeps the link', { tags: 'spec-9.1' }, async () => {
    const ana = await settled(guest());
    expect(endOf(await ana.linkAmazon({ as: guest() }))).toEqual(refused('amazon.otherAccountLinked'));
    expect(await ana.amazon()).toMatchObject({ skill: 'active', email: `${ana.name}@example.com` });
    expect((await fire(ana.address)).status).toBe(200);
  });

  test(
    'renews the link when the same account is linked again and changes nothing else',
    { tags: 'spec-147.1' },
    async () => {
      const ana = await settled(guest());
      const before = await ana.amazon();
      expect(endOf(await ana.linkAmazon())).toEqual(linked);
      const after = await ana.amazon();
      expect(after).toMatchObject({ skill: 'active', createdAt: before.createdAt, expiresDate: expect.any(String) });
      expect(Date.parse(after.updatedAt ?? '')).toBeGreaterThan(Date.parse(before.updatedAt ?? ''));
      expect(await ana.triggers()).toEqual([ana.trigger]);
      expect((await fire(ana.address)).status).toBe(200);
    },
  );
});

describe('who may link', () => {
  test('returns not found for a missing workspace or a workspace of another user', { tags: 'spec-256.1' }, async () => {
    const [ana, bruno] = [await newcomer(guest()), await newcomer(guest())];
    const theirs = (await bruno.current()).id;
    expect(endOf(await ana.linkAmazon({ workspaceId: theirs }))).toEqual(refused('workspace.notFound'));
    for (const workspace of ['abc', '0', '281474976710655', '']) {
      const answer = await ana.browser.hop(`/api/auth/amazon?workspace=${workspace}&login_hint=${ana.name}`);
      expect(pageOf(answer)).toBe('/amazon-auth?error=workspace.notFound');
    }
    expect(await bruno.amazon()).toMatchObject({ skill: 'notLinked' });
  });

  test('refuses an inactive workspace', async () => {
    const ana = await newcomer(guest());
    const { id } = await ana.addWorkspace('Second');
    await ana.send('PATCH', `/api/workspaces/${id}`, { status: 'INATIVO' });
    expect(endOf(await ana.linkAmazon({ workspaceId: id }))).toEqual(refused('workspace.inactive'));
  });

  test('redirects a visitor without a session to the sign-in page', { tags: 'spec-233.3' }, async () => {
    const browser = cookieJar(inject('stack').appUrl);
    const answer = await browser.hop('/api/auth/amazon?workspace=1&force_login=true&timestamp=1');
    expect(pageOf(answer)).toBe('/login?error=auth.sessionExpired');
  });

  test('links nothing when the user cancels', { tags: 'spec-9.4' }, async () => {
    const ana = await newcomer(guest());
    const { id } = await ana.current();
    const { authorize } = await begin(ana.browser, `/api/auth/amazon?workspace=${id}`);
    const body = { request: authorize.search.slice(1), answer: 'cancel' };
    const end = await ana.browser.visit(`${inject('stack').sandboxUrl}/amazon/ap/signin`, { method: 'POST', body });
    expect(endOf(new URL(end.url))).toEqual(refused('auth.cancelled'));
    expect(await ana.amazon()).toMatchObject({ skill: 'notLinked' });
  });

  test(
    'links nothing when the user signs out or another user signs in before the callback',
    { tags: 'spec-9.4' },
    async () => {
      const [ana, bruno] = [await newcomer(guest()), guest()];
      const { id } = await ana.current();
      for (const meanwhile of [() => ana.send('POST', '/api/auth/logout'), () => ana.browser.signIn('google', bruno)]) {
        await ana.browser.signIn('google', ana.name);
        const { authorize } = await begin(ana.browser, `/api/auth/amazon?workspace=${id}&login_hint=${ana.name}`);
        await meanwhile();
        const end = await ana.browser.visit(authorize.href);
        expect(endOf(new URL(end.url))).toEqual(refused('auth.stateInvalid'));
      }
      await ana.browser.signIn('google', ana.name);
      expect(await ana.amazon()).toMatchObject({ skill: 'notLinked' });
    },
  );

  test('links nothing when a user signs in with Amazon', async () => {
    const ana = await newcomer(guest(), { provider: 'amazon' });
    expect(await ana.amazon()).toMatchObject({ skill: 'notLinked' });
    expect(endOf(await ana.linkAmazon())).toEqual(linked);
  });
});

describe('order of link and skill', () => {
  test(
    'activates the skill on linking if it was enabled first, and reports new triggers to the home',
    { tags: 'spec-9.3' },
    async () => {
      const ana = await newcomer(guest());
      await ana.home.enableSkill();
      expect(await ana.amazon()).toMatchObject({ skill: 'notLinked', expiresDate: null });
      expect(await ana.home.knows()).toEqual([]);
      await ana.linkAmazon();
      expect(await ana.amazon()).toMatchObject({ skill: 'active' });
      const trigger = await ana.addTrigger('Good night');
      await expect.poll(() => ana.home.knows(), soon).toEqual(['Good night']);
      expect((await ana.home.look()).devices[0]?.via).toBe('report');
      expect((await fire(await ana.addressOf(trigger))).status).toBe(200);
      expect(await ana.home.eventCount(trigger.deviceId)).toBe(1);
    },
  );

  test('discovers existing triggers when the skill is enabled after linking', { tags: 'spec-9.3' }, async () => {
    const ana = await newcomer(guest());
    await ana.linkAmazon();
    await ana.addTrigger('Good night');
    await ana.addTrigger('Good morning');
    await ana.home.enableSkill();
    expect(await ana.home.knows()).toEqual(['Good morning', 'Good night']);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});

describe('unlinking', () => {
  test('keeps the grant on unlinking, so that linking again activates the skill', { tags: 'spec-192.1' }, async () => {
    const ana = await settled(guest());
    expect((await ana.unlinkAmazon(ana.trigger.workspaceId)).json()).toEqual({ success: true });
    expect(await ana.amazon()).toMatchObject({ skill: 'notLinked', name: null, email: null, expiresDate: null });
    await expect.poll(() => ana.home.knows(), soon).toEqual([]);
    await ana.linkAmazon();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect(await ana.triggers()).toEqual([]);
    const trigger = await ana.addTrigger('Good night');
    expect(trigger.deviceId).not.toBe(ana.trigger.deviceId);
    await expect.poll(() => ana.home.knows(), soon).toEqual(['Good night']);
    expect((await fire(await ana.addressOf(trigger))).status).toBe(200);
    expect(await ana.home.eventCount(trigger.deviceId)).toBe(1);
    expect((await fire(ana.address)).status).toBe(404);
  });

  test('frees the account and its grant for another workspace', { tags: 'spec-9.2' }, async () => {
    const ana = await settled(guest());
    const second = await ana.addWorkspace('Second');
    await ana.unlinkAmazon(ana.trigger.workspaceId);
    expect(endOf(await ana.linkAmazon({ workspaceId: second.id }))).toEqual(linked);
    await ana.switchTo(second.id);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test('succeeds repeatedly and when nothing is linked', { tags: 'spec-255.1' }, async () => {
    const ana = await newcomer(guest());
    const { id } = await ana.current();
    for (let time = 1; time <= 2; time += 1) expect((await ana.unlinkAmazon(id)).json()).toEqual({ success: true });
  });
});
