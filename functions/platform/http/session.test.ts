import { describe, expect, test } from 'vitest';

import { days, minutes } from '#test/support/worlds/a-clock.ts';
import { aPlatform } from '#test/support/worlds/a-platform.ts';

import { cookie, endedSessionCookie, endOfSession, findPerson, newSession, readCookie } from './session.ts';

const secure = 'https://app.test';
const local = 'http://127.0.0.1:3000';

function aSession() {
  const platform = aPlatform();
  const { idHash, cookie: line } = newSession(platform.appUrl);
  const cookies = [line.split(';')[0] ?? ''];
  const begin = async () => {
    const now = platform.now();
    await platform.sessions.add({ idHash, userId: 'ana', name: 'Ana', now, endsAt: endOfSession(now, now) });
  };
  return { platform, idHash, cookies, begin, person: () => findPerson(platform, cookies) };
}

describe('the session cookie', () => {
  test('over https is bound to this host, hidden from scripts and kept from writes of other sites', () => {
    const { cookie: line } = newSession(secure);
    expect(line).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
  });

  test('on plain localhost goes without what browsers allow over https only', () => {
    expect(newSession(local).cookie).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/);
  });

  test('is new each time, and the table knows its hash only', () => {
    const [one, other] = [newSession(secure), newSession(secure)];
    expect(one.cookie).not.toBe(other.cookie);
    expect(one.cookie).not.toContain(one.idHash);
  });

  test('is deleted by an empty one that ended', () => {
    expect(endedSessionCookie(secure)).toContain('__Host-session=; Path=/; Max-Age=0;');
  });

  test('is read by its whole name, so another site of this domain cannot slip one in', () => {
    const line = cookie(secure, 'session', 'mine', 60).split(';')[0] ?? '';
    expect(readCookie(secure, 'session', ['session=planted', line])).toBe('mine');
    expect(readCookie(secure, 'session', ['session=planted'])).toBeUndefined();
    expect(readCookie(secure, 'session', ['__Host-session='])).toBeUndefined();
  });
});

describe('a session', () => {
  test('says who is signed in', async () => {
    const { begin, person, idHash } = aSession();
    await begin();
    expect(await person()).toEqual({ userId: 'ana', name: 'Ana', sessionIdHash: idHash });
  });

  test('that never began, or was ended, has no user', async () => {
    const { begin, person, platform, idHash } = aSession();
    expect(await person()).toBeUndefined();
    await begin();
    await platform.sessions.remove(idHash);
    expect(await person()).toBeUndefined();
  });

  test('ends 30 days after it was last used', async () => {
    const { begin, person, platform } = aSession();
    await begin();
    platform.clock.pass(days(30) - 1000);
    expect(await person()).toBeDefined();
    platform.clock.pass(days(30));
    expect(await person()).toBeUndefined();
  });

  test('ends after 90 days however often it is used', async () => {
    const { begin, person, platform } = aSession();
    await begin();
    for (let day = 0; day < 89; day += 1) {
      platform.clock.pass(days(1));
      expect(await person(), `day ${day}`).toBeDefined();
    }
    platform.clock.pass(days(1));
    expect(await person()).toBeUndefined();
  });

  test('is written again at most once an hour, with the time of its use', async () => {
    const { begin, person, platform, idHash } = aSession();
    await begin();
    const renewedAt = () => platform.sessions.all.get(idHash)?.renewedAt;
    for (let minute = 0; minute < 59; minute += 1) {
      platform.clock.pass(minutes(1));
      await person();
    }
    expect(renewedAt()).toBe('2026-11-20T12:00:00.000Z');
    platform.clock.pass(minutes(2));
    await person();
    expect(renewedAt()).toBe('2026-11-20T13:01:00.000Z');
  });

  test('of an older version is listed at its first use, as the browser that brings it', async () => {
    const { begin, platform, cookies, idHash } = aSession();
    await begin();
    const { device: _, ...older } = platform.sessions.all.get(idHash) ?? {};
    const listed: unknown[] = [];
    const answers = ['listed', 'gone'] as const;
    const sessions = {
      ...platform.sessions,
      find: async () => ({
        userId: 'ana',
        name: 'Ana',
        createdAt: '2026-11-20T12:00:00.000Z',
        ...older,
        renewedAt: '',
      }),
      enlist: async (...asked: unknown[]) => answers[listed.push(asked) - 1] ?? 'gone',
    };
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    expect(await findPerson({ ...platform, sessions }, cookies, firefox)).toMatchObject({ userId: 'ana' });
    expect(listed).toMatchObject([[idHash, { userId: 'ana' }, { device: { browser: 'Firefox', system: 'Linux' } }]]);
    expect(await findPerson({ ...platform, sessions }, cookies, firefox)).toBeUndefined();
  });

  test('that cannot be prolonged is still good, and the failure is logged', async () => {
    const { begin, platform, cookies } = aSession();
    await begin();
    platform.clock.pass(days(2));
    const sessions = { ...platform.sessions, renew: () => Promise.reject(new Error('no table')) };
    expect(await findPerson({ ...platform, sessions }, cookies)).toMatchObject({ userId: 'ana' });
    expect(platform.logged.join('')).toContain('session.notRenewed');
  });
});
