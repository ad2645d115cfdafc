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

describe('session cookie', () => {
  test(
    'binds the cookie to this host over https and hides it from scripts and cross-site writes',
    { tags: 'threat-session-theft' },
    () => {
      const { cookie: line } = newSession(secure);
      expect(line).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
    },
  );

  test('omits the attributes that browsers accept only over https on plain localhost', () => {
    expect(newSession(local).cookie).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/);
  });

  test(
    'creates a new session id each time and returns only its hash for the table',
    { tags: 'threat-session-theft' },
    () => {
      const [one, other] = [newSession(secure), newSession(secure)];
      expect(one.cookie).not.toBe(other.cookie);
      expect(one.cookie).not.toContain(one.idHash);
    },
  );

  test('deletes the cookie with an expired empty one', () => {
    expect(endedSessionCookie(secure)).toContain('__Host-session=; Path=/; Max-Age=0;');
  });

  test(
    'reads the cookie by its full name, so that another site of the domain cannot plant one',
    { tags: 'threat-session-fixation' },
    () => {
      const line = cookie(secure, 'session', 'mine', 60).split(';')[0] ?? '';
      expect(readCookie(secure, 'session', ['session=planted', line])).toBe('mine');
      expect(readCookie(secure, 'session', ['session=planted'])).toBeUndefined();
      expect(readCookie(secure, 'session', ['__Host-session='])).toBeUndefined();
    },
  );
});

describe('sessions', () => {
  test('returns the signed-in user', async () => {
    const { begin, person, idHash } = aSession();
    await begin();
    expect(await person()).toEqual({ userId: 'ana', name: 'Ana', sessionIdHash: idHash });
  });

  test('returns no user for an unknown or removed session', async () => {
    const { begin, person, platform, idHash } = aSession();
    expect(await person()).toBeUndefined();
    await begin();
    await platform.sessions.remove(idHash);
    expect(await person()).toBeUndefined();
  });

  test('ends a session 30 days after its last use', async () => {
    const { begin, person, platform } = aSession();
    await begin();
    platform.clock.pass(days(30) - 1000);
    expect(await person()).toBeDefined();
    platform.clock.pass(days(30));
    expect(await person()).toBeUndefined();
  });

  test('ends a session after 90 days of daily use', { tags: 'threat-session-end' }, async () => {
    const { begin, person, platform } = aSession();
    await begin();
    for (let day = 0; day < 89; day += 1) {
      platform.clock.pass(days(1));
      expect(await person(), `day ${day}`).toBeDefined();
    }
    platform.clock.pass(days(1));
    expect(await person()).toBeUndefined();
  });

  test('renews a session at most once an hour and stores when it was used', async () => {
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

  test('lists a session of an older version with its browser at its first use', async () => {
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

  test('accepts a session and logs the failure when it cannot be renewed', async () => {
    const { begin, platform, cookies } = aSession();
    await begin();
    platform.clock.pass(days(2));
    const sessions = { ...platform.sessions, renew: () => Promise.reject(new Error('no table')) };
    expect(await findPerson({ ...platform, sessions }, cookies)).toMatchObject({ userId: 'ana' });
    expect(platform.logged.join('')).toContain('session.notRenewed');
  });
});
