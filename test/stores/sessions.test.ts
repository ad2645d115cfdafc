import { PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';

import { maxSessions } from '#functions/auth/sessions/begin-session.ts';
import { knownBrowsersKey, sessionKey, userKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';

import { notingTable } from '../support/crashes/recording-table.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { chrome, firefox, sessionWorld } from '../support/worlds/session-world.ts';

const hour = 3_600_000;
const day = 24 * hour;

let table: Table;
let world: ReturnType<typeof sessionWorld>;

beforeEach(async () => {
  table = await aTable();
  world = sessionWorld(table);
  await world.addPerson('ana');
});

/** Stores a session as versions before the list of sessions did. */
async function anOldSession(userId: string, token: string): Promise<void> {
  const at = world.clock.now().toISOString();
  const expiresAt = Math.floor(world.clock.now().getTime() / 1000) + 30 * 24 * 3600;
  const Item = { ...sessionKey(hashOf(token)), type: 'session', userId, name: 'Ana', createdAt: at, renewedAt: at };
  await table.doc.send(new PutCommand({ TableName: table.name, Item: { ...Item, expiresAt } }));
}

async function stored(): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await table.doc.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }));
  return Items;
}

describe('the list of sessions', () => {
  test('shows device, start and last use of the user’s sessions, the current one first', async () => {
    await world.addPerson('bruno');
    await world.browser().signIn('bruno', { first: true });
    const began = world.clock.now().toISOString();
    const [laptop, phone] = [world.browser(chrome), world.browser(firefox)];
    await laptop.signIn('ana', { first: true });
    await phone.signIn('ana');
    world.clock.advance(2 * hour);
    const used = world.clock.now().toISOString();
    await phone.person();
    expect(await laptop.sessions()).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        browser: 'Chrome',
        system: 'Windows',
        createdAt: began,
        lastUsedAt: used,
        current: true,
      },
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        browser: 'Firefox',
        system: 'Linux',
        createdAt: began,
        lastUsedAt: used,
        current: false,
      },
    ]);
    expect((await phone.sessions())[0]).toMatchObject({ browser: 'Firefox', current: true });
  });

  test('contains no id that can sign in', { tags: 'threat-session-list' }, async () => {
    const ana = world.browser();
    await ana.signIn('ana');
    const [session] = await ana.sessions();
    const token = ana.jar.get('__Host-session') ?? '';
    const id = session?.id ?? '';
    expect([token, hashOf(token)]).not.toContain(id);
    for (const guess of [id, hashOf(token)]) {
      const thief = world.browser();
      thief.jar.set('__Host-session', guess);
      expect(await thief.isSignedIn()).toBe(false);
    }
  });

  test('stores neither the address nor the full user agent of a browser', { tags: 'threat-session-list' }, async () => {
    const words = 'Chrome/142.0.0.0 (Windows NT 10.0) Secret-Build/7 203.0.113.7';
    await world.browser(words).signIn('ana');
    const text = JSON.stringify(await stored());
    expect(text).toContain('"browser":"Chrome"');
    expect(text).not.toMatch(/142\.0|Secret-Build|203\.0\.113/);
  });

  test('omits sessions that their browser ended or that expired', async () => {
    const [one, other, idle] = [world.browser(), world.browser(), world.browser()];
    for (const each of [one, other, idle]) await each.signIn('ana');
    const token = other.jar.get('__Host-session') ?? '';
    await world.sessions.remove(hashOf(token));
    expect(await one.sessions()).toHaveLength(2);
    expect((await stored()).filter(({ type }) => type === 'userSession')).toHaveLength(2);
    world.clock.advance(30 * day - hour);
    expect(await one.sessions()).toHaveLength(2);
    world.clock.advance(hour);
    expect(await one.sessions()).toMatchObject([{ current: true }]);
    expect(await idle.isSignedIn()).toBe(false);
  });

  test(`keeps at most ${maxSessions} sessions and ends the oldest one on a further sign-in`, async () => {
    const first = world.browser();
    await first.signIn('ana');
    const [kept] = [world.browser()];
    for (let count = 1; count < maxSessions; count += 1) {
      world.clock.advance(1000);
      await kept.signIn('ana');
      kept.clear();
    }
    expect(await first.isSignedIn()).toBe(true);
    world.clock.advance(1000);
    const last = world.browser();
    await last.signIn('ana');
    expect(await first.isSignedIn()).toBe(false);
    expect(await last.sessions()).toHaveLength(maxSessions);
  });

  test('keeps a browser in daily use signed in when other sessions have expired', async () => {
    const [laptop, other] = [world.browser(), world.browser()];
    await laptop.signIn('ana');
    const oneAfterTheOther = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        world.clock.advance(1000);
        await other.signIn('ana');
        other.clear();
      }
    };
    await oneAfterTheOther(maxSessions - 1);
    for (const days of [29, 2]) {
      world.clock.advance(days * day);
      expect(await laptop.isSignedIn()).toBe(true);
    }
    await oneAfterTheOther(2);
    expect(await laptop.sessions()).toHaveLength(3);
  });
});

describe('a signed-in request', () => {
  test('writes nothing within an hour of the last use, and one item after it', async () => {
    const ana = world.browser();
    await ana.signIn('ana');
    const [name, value] = [...ana.jar].find(([cookie]) => cookie.endsWith('session')) ?? ['', ''];
    const noting = notingTable(table);
    const watched = sessionWorld(noting).browser();
    watched.jar.set(name, value);
    for (let request = 0; request < 20; request += 1) expect(await watched.isSignedIn()).toBe(true);
    expect(noting.actions()).toEqual(['GetItem']);
    const before = await stored();
    world.clock.advance(hour);
    await ana.person();
    const after = await stored();
    const changed = after.filter((item) => !before.some((old) => JSON.stringify(old) === JSON.stringify(item)));
    expect(changed.map(({ type }) => type)).toEqual(['session']);
  });
});

describe('a session of an older version', () => {
  test('accepts a session of an older version, and lists it once it is used', async () => {
    const token = newToken();
    await anOldSession('ana', token);
    const old = world.browser(firefox);
    old.jar.set('__Host-session', token);
    const requests = await Promise.all([old.person(), old.person(), old.person()]);
    expect(requests.map((person) => person?.userId)).toEqual(['ana', 'ana', 'ana']);
    expect(await old.sessions()).toMatchObject([{ browser: 'Firefox', system: 'Linux', current: true }]);
  });

  test.each(['others', 'all'] as const)('ends an unused session of an older version when ending %s', async (which) => {
    const token = newToken();
    await anOldSession('ana', token);
    world.clock.advance(1000);
    const ana = world.browser();
    await ana.signIn('ana');
    await ana.endAll(which);
    const old = world.browser();
    old.jar.set('__Host-session', token);
    expect(await old.isSignedIn()).toBe(false);
    expect((await stored()).filter(({ type }) => type === 'session')).toHaveLength(which === 'all' ? 0 : 1);
  });
});

describe('ending sessions', () => {
  test('ends the selected session, and does not find it a second time', async () => {
    const [laptop, phone, tablet] = [world.browser(), world.browser(firefox), world.browser()];
    for (const each of [laptop, phone, tablet]) await each.signIn('ana');
    const theirs = (await laptop.sessions()).find(({ browser }) => browser === 'Firefox');
    expect(await laptop.end(theirs?.id ?? '')).toBe(false);
    expect(await Promise.all([laptop, phone, tablet].map((each) => each.isSignedIn()))).toEqual([true, false, true]);
    await expect(laptop.end(theirs?.id ?? '')).rejects.toMatchObject({ code: 'request.notFound' });
  });

  test('does not find a session of another user, which continues', async () => {
    await world.addPerson('bruno');
    const [ana, bruno] = [world.browser(), world.browser()];
    await ana.signIn('ana');
    await bruno.signIn('bruno');
    const [foreign] = await bruno.sessions();
    await expect(ana.end(foreign?.id ?? '')).rejects.toMatchObject({ code: 'request.notFound' });
    expect(await bruno.isSignedIn()).toBe(true);
  });

  test('ends the other sessions or all sessions of the user, and none of other users', async () => {
    await world.addPerson('bruno');
    const [ana, phone, bruno] = [world.browser(), world.browser(), world.browser()];
    await bruno.signIn('bruno');
    await ana.signIn('ana');
    await phone.signIn('ana');
    await ana.endAll('others');
    expect(await Promise.all([ana, phone, bruno].map((each) => each.isSignedIn()))).toEqual([true, false, true]);
    await phone.signIn('ana');
    await ana.endAll('all');
    expect(await Promise.all([ana, phone, bruno].map((each) => each.isSignedIn()))).toEqual([false, false, true]);
  });
});

describe('a sign-in from a new device', () => {
  const mails = async () => {
    await world.settle();
    return world.post.mails;
  };

  test('sends one mail in the language used before, and none for the very first sign-in', async () => {
    const laptop = world.browser(chrome);
    await laptop.signIn('ana', { first: true });
    expect(await mails()).toEqual([]);
    const phone = world.browser(firefox);
    await phone.signIn('ana', { language: 'pt' });
    expect(await mails()).toMatchObject([{ to: 'ana@example.com', subject: 'Recado: login em um novo dispositivo' }]);
    expect(world.post.mails[0]?.text).toContain('Firefox no Linux');
    for (const known of [phone, laptop]) {
      known.jar.delete('__Host-session');
      await known.signIn('ana');
    }
    expect(await mails()).toHaveLength(1);
  });

  test('sends no mail when the user is already signed in, even with a session of an older version', async () => {
    const token = newToken();
    await anOldSession('ana', token);
    const browser = world.browser();
    browser.jar.set('__Host-session', token);
    await browser.signIn('ana');
    expect(await mails()).toEqual([]);
    expect((await browser.sessions()).length).toBe(1);
  });

  test('sends one mail per user of a shared browser, whose marks have nothing in common', async () => {
    await world.addPerson('bruno');
    const shared = world.browser();
    await shared.signIn('ana', { first: true });
    await shared.signIn('bruno');
    expect((await mails()).map(({ to }) => to)).toEqual(['bruno@example.com']);
    const marks = (await stored())
      .filter(({ type }) => type === 'knownBrowsers')
      .map(({ browsers }) => JSON.stringify(browsers));
    expect(new Set(marks).size).toBe(2);
    expect(JSON.stringify(await stored())).not.toContain(shared.jar.get('__Host-browser'));
  });

  test('sends at most five mails a day during a loop of sign-ins', { tags: 'threat-hidden-session' }, async () => {
    await world.browser().signIn('ana', { first: true });
    for (let count = 0; count < 12; count += 1) {
      await world.browser().signIn('ana');
      await world.settle();
    }
    expect(world.post.mails).toHaveLength(5);
  });

  test('sends the mail on another day when the daily limit was reached, signed in or not', async () => {
    await world.browser().signIn('ana', { first: true });
    const [stays, leaves] = [world.browser(), world.browser()];
    for (const browser of [...Array.from({ length: 5 }, () => world.browser()), stays, leaves])
      await browser.signIn('ana');
    leaves.jar.delete('__Host-session');
    await mails();
    const before = (await mails()).length;
    world.clock.advance(day);
    for (const browser of [stays, leaves]) {
      await browser.signIn('ana');
      await browser.signIn('ana');
    }
    const told = (await mails()).slice(before).flatMap(({ text }) => text.match(/^- /gm) ?? []);
    expect(told).toHaveLength(2);
  });

  test('adds a new device to the retry of a failed mail, and does not delay the sign-in', async () => {
    await world.browser().signIn('ana', { first: true });
    world.post.outcomes = ['unavailable', 'unavailable'];
    const [phone, tablet] = [world.browser(firefox), world.browser(chrome)];
    await phone.signIn('ana');
    world.clock.advance(1000);
    await tablet.signIn('ana');
    expect(await phone.isSignedIn()).toBe(true);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/- Firefox on Linux, .*\n- Chrome on Windows, /);
  });

  test.each(['refused', 'unknown'] as const)('sends no second mail after the first one was %s', async (outcome) => {
    await world.browser().signIn('ana', { first: true });
    world.post.outcomes = [outcome];
    await world.browser().signIn('ana');
    expect(await mails()).toHaveLength(outcome === 'unknown' ? 1 : 0);
    expect(await world.waiting()).toEqual([]);
  });

  async function withoutAddress(user: string): Promise<void> {
    await world.addWorkspace(77, user, true);
    const Key = userKey(user);
    await table.doc.send(new UpdateCommand({ TableName: table.name, Key, UpdateExpression: 'REMOVE email' }));
  }

  test('sends no mail to a user without an address', async () => {
    await withoutAddress('carla');
    await world.browser().signIn('carla', { first: true });
    await world.browser().signIn('carla');
    expect(await mails()).toEqual([]);
    expect(await world.waiting()).toEqual([]);
  });

  test('sends no mail to the linked Amazon account of a user without an address', async () => {
    await withoutAddress('carla');
    await world.link('carla', 77, 'amzn1.carla');
    await world.browser().signIn('carla', { first: true });
    await world.browser().signIn('carla');
    expect(await mails()).toEqual([]);
  });

  test(
    'treats a browser as new after its session was ended elsewhere, but not the browser that ended it',
    { tags: 'threat-hidden-session' },
    async () => {
      const [laptop, phone] = [world.browser(chrome), world.browser(firefox)];
      await laptop.signIn('ana', { first: true });
      await phone.signIn('ana');
      expect(await mails()).toHaveLength(1);
      const theirs = (await laptop.sessions()).find(({ current }) => !current);
      await laptop.end(theirs?.id ?? '');
      await phone.signIn('ana');
      expect(await mails()).toHaveLength(2);
      await laptop.endAll('all');
      await phone.signIn('ana');
      await laptop.signIn('ana');
      expect(await mails()).toHaveLength(3);
    },
  );

  test('remembers both browsers when they sign in concurrently', async () => {
    await world.browser().signIn('ana', { first: true });
    const both = [world.browser(chrome), world.browser(firefox)];
    await Promise.all(both.map((browser) => browser.signIn('ana')));
    const lines = (await mails()).flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('- ')));
    expect(lines).toHaveLength(2);
    for (const browser of both) {
      browser.jar.delete('__Host-session');
      await browser.signIn('ana');
    }
    const again = (await mails()).flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('- ')));
    expect(again).toHaveLength(2);
  });

  test('signs in when the list of browsers cannot be read, and logs that', async () => {
    const Item = { ...knownBrowsersKey('ana'), type: 'knownBrowsers', browsers: 'of another version' };
    await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    const ana = world.browser();
    await ana.signIn('ana');
    expect(await ana.isSignedIn()).toBe(true);
    expect(world.logged).toContain('signIn.browserNotKept');
  });

  test('replaces a forged browser mark with a random one', async () => {
    const ana = world.browser();
    ana.jar.set('__Host-browser', 'mine; Domain=evil.example');
    await ana.signIn('ana');
    expect(ana.jar.get('__Host-browser')).toMatch(/^[\w-]{43}$/);
  });
});
