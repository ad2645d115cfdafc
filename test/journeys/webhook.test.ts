import { beforeAll, describe, expect, inject, test } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';

import { bytesOf, sendBytes } from '../hostile/raw-http.ts';
import { refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { eventsFor, misbehaveOnEvents } from './kit/orders.ts';
import { newcomer, settled, type JourneyPerson } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire, runIn } from './kit/webhook-call.ts';

const guest = guests('webhook');
let ana: Awaited<ReturnType<typeof settled>>;
beforeAll(async () => {
  ana = await settled(guest());
});

let made = 0;
async function aTrigger(of: JourneyPerson = ana): Promise<{ trigger: Trigger; address: string }> {
  made += 1;
  const trigger = await of.addTrigger(`Trigger number ${made}`);
  return { trigger, address: await of.addressOf(trigger) };
}

const outcomesOf = async (person: JourneyPerson, id: string) => (await person.history(id)).map((run) => run.outcome);
const lastExecuted = async (person: JourneyPerson, id: string) =>
  (await person.triggers()).find((trigger) => trigger.id === id)?.lastExecuted;

describe('unauthorised callers', () => {
  test(
    'answers alike for a wrong token, an unknown trigger and an unknown workspace, and sends nothing',
    { tags: 'spec-282.2' },
    async () => {
      const { trigger, address } = await aTrigger();
      const stranger = await settled(guest());
      const url = new URL(address);
      const path = (workspace: number | string, device: string, token = url.search) =>
        `${url.origin}/prod/trigger/${workspace}/${device}${token}`;
      const mine = trigger.workspaceId;
      const { deviceId } = trigger;
      const answers = await Promise.all(
        [
          path(mine, deviceId, ''),
          path(mine, deviceId, '?token='),
          path(mine, deviceId, '?token=wrong'),
          path(mine, deviceId, new URL(stranger.address).search),
          path(mine, deviceId, `${url.search}x`),
          path(mine, 'trg-00000000-0000-4000-8000-000000000000'),
          path(mine, stranger.trigger.deviceId),
          path(mine, trigger.id),
          path(281474976710655, deviceId),
          path(stranger.trigger.workspaceId, deviceId),
          path(stranger.trigger.workspaceId, stranger.trigger.deviceId),
          path(0, deviceId),
          path(`0${mine}`, deviceId),
          path(`${mine}.0`, deviceId),
          path('abc', deviceId),
          path('9007199254740993', deviceId),
        ].map((wrong) => fire(wrong)),
      );
      const shown = answers.map(({ status, text, headers }) => ({ status, text, type: headers.get('content-type') }));
      expect(shown[0]?.status).toBe(404);
      expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(await eventsFor(deviceId)).toEqual([]);
      expect(await eventsFor(stranger.trigger.deviceId)).toEqual([]);
      expect(await outcomesOf(ana, trigger.id)).toEqual([]);
    },
  );

  test('ignores the session cookie of a browser without a token', { tags: 'spec-282.2' }, async () => {
    const { trigger, address } = await aTrigger();
    const withCookie = await ana.browser.hop(address.split('?')[0] ?? '');
    expect(withCookie.status).toBe(404);
    expect(await eventsFor(trigger.deviceId)).toEqual([]);
  });
});

describe('authorised callers', () => {
  test.each([
    ['no body', undefined, undefined],
    ['JSON', 'application/json', '{"any":"thing"}'],
    ['broken JSON', 'application/json', '{"any":'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1&b=2'],
    ['text', 'text/plain', 'hello'],
    ['bytes of no known type', 'application/octet-stream', '\u0000\u0001'],
    ['a body without a type', '', 'hello'],
    ['90 kB of a picture in a form', 'multipart/form-data; boundary=x', `--x\r\n\r\n${'a'.repeat(90_000)}\r\n--x--`],
    ['300 kB of JSON', 'application/json', JSON.stringify('a'.repeat(300_000))],
  ])('fires with %s', async (_, type, body) => {
    const headers = { ...(type !== undefined && { 'content-type': type }) };
    const { status, outcome } = runIn(
      await fire(ana.address, { method: 'POST', headers, ...(body !== undefined && { body }) }),
    );
    expect([status, outcome]).toEqual([200, 'sent']);
  });

  test.each([
    [
      'a user who opens the address in a browser',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/149.0 Safari/537.36',
    ],
    ['curl', 'curl/8.9.1'],
    ['a custom program named like a chat app', 'MyWhatsAppBridge/1.0'],
    ['a slash command in a chat', 'Slackbot 1.0 (+https://api.slack.com/robots)'],
    ['a program without a name', ''],
  ])('fires for %s', { tags: ['spec-3.3', 'spec-11.2'] }, async (_, agent) => {
    const { trigger, address } = await aTrigger();
    expect((await fire(address, { headers: { 'user-agent': agent } })).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test('fires for a request from another site, because the token is sufficient', async () => {
    const { trigger, address } = await aTrigger();
    const headers = { origin: 'https://somewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await fire(address, { method: 'POST', headers })).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });
});

const stale = 's'.repeat(43);

describe('token formats', () => {
  test.each<[string, (token: string) => string, ((token: string) => string)?]>([
    ['with an escaped space', (token) => `${token}%20`],
    ['with an escaped line end', (token) => `${token}%0D%0A`],
    ['after an escaped space', (token) => `%20${token}`],
    ['twice', (token) => `${token}&token=${token}`],
    ['three times, the last one valid', (token) => `${stale}&token=${stale.replace('s', 't')}&token=${token}`],
    ['with another name', (token) => `&Token=${token}`],
    ['with a second query', (token) => `${token}?src=cam`],
    ['with its scheme', (token) => `Bearer%20${token}`],
    ['in quotes', (token) => `%22${token}%22`],
    ['with an invisible character', (token) => `${token}%E2%80%8B`],
    ['without a scheme', () => '', (token) => token],
    ['as a password', () => '', (token) => `Basic ${Buffer.from(`recado:${token}`).toString('base64')}`],
    ['as bearer, with an empty one in the address', () => '', (token) => `Bearer ${token}`],
    ['as bearer, with a stale one in the address', () => stale, (token) => `Bearer  ${token}`],
  ])('accepts a valid token %s', async (_, inAddress, inHeader) => {
    const { trigger, address } = await aTrigger();
    const [path, token = ''] = address.split('token=');
    const headers: Record<string, string> = inHeader ? { authorization: inHeader(token) } : {};
    expect((await fire(`${path}token=${inAddress(token)}`, { headers })).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test.each(['%3F', '&'])('accepts a token in a query that became part of the path after %s', async (join) => {
    const { trigger, address } = await aTrigger();
    expect((await fire(address.replace('?', join))).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });
});

describe('previews', () => {
  const nothing = { status: 204, text: '', events: [], lastExecuted: null };

  async function comesOf(how: Parameters<typeof fire>[1]) {
    const { trigger, address } = await aTrigger();
    const { status, text } = await fire(address, how);
    const events = await eventsFor(trigger.deviceId);
    return { status, text, events, lastExecuted: await lastExecuted(ana, trigger.id) };
  }

  test.each([
    'WhatsApp/2.24.1 A',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  ])('fires nothing for the link preview of %s', async (agent) => {
    expect(await comesOf({ headers: { 'user-agent': agent } })).toEqual(nothing);
  });

  test.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('fires nothing for a browser that prefetches (%s: %s)', async (name, value) => {
    expect(await comesOf({ headers: { [name]: value } })).toEqual(nothing);
  });

  test('fires nothing for HEAD', async () => {
    expect(await comesOf({ method: 'HEAD' })).toEqual(nothing);
  });
});

test("answers 413 for a body above API Gateway's limit by its length and fires nothing", async () => {
  const { trigger, address } = await aTrigger();
  const { origin, host, pathname, search } = new URL(address);
  const headers = [
    ['host', host],
    ['content-length', String(10 * 1024 * 1024 + 1)],
    ['connection', 'close'],
  ] as const;
  const head = bytesOf({ method: 'POST', target: `${pathname}${search}`, headers });
  expect((await sendBytes(origin, head))?.status).toBe(413);
  expect(await eventsFor(trigger.deviceId)).toEqual([]);
});

test.each(['PUT', 'PATCH', 'DELETE'])('answers 405 for %s at every address and fires nothing', async (method) => {
  const { trigger, address } = await aTrigger();
  for (const each of [address, address.replace(/token=.*/, ''), address.replace('/trg-', '/trg-0')]) {
    const answer = await fire(each, { method });
    expect(refusalIn(answer)).toEqual({ status: 405, errorKey: 'request.methodNotAllowed' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  }
  expect(await eventsFor(trigger.deviceId)).toEqual([]);
});

describe('pages of other origins', () => {
  const origin = 'https://page.example';

  test('allows pages of other origins to fire, but not by their preflight request', async () => {
    const { trigger, address } = await aTrigger();
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answer = await fire(address, { method: 'OPTIONS', headers });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(await eventsFor(trigger.deviceId)).toEqual([]);
    expect(await outcomesOf(ana, trigger.id)).toEqual([]);
  });

  test('allows pages of other origins to read runs, repetitions, results and refusals', async () => {
    const { address } = await aTrigger();
    const once = { headers: { origin, 'idempotency-key': 'from-a-page' } };
    const first = await fire(address, once);
    const { executionId } = runIn(first);
    const repeated = await fire(address, once);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    const read = await fire(address.replace('?', `/runs/${executionId}?`), { headers: { origin } });
    const refused = await fire(address, { method: 'PUT', headers: { origin } });
    const unknown = await fire(address.replace(/token=.*/, ''), { headers: { origin } });
    const answers = [first, repeated, read, refused, unknown];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 405, 404]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toMatch(/Allow, Idempotency-Replayed, .*Retry-After/);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });
});

describe('problems that the owner has to fix', () => {
  test('answers 409 for a disabled trigger until it is enabled again', { tags: 'spec-149.3' }, async () => {
    const { trigger, address } = await aTrigger();
    await ana.change(trigger.id, { enabled: false });
    expect(runIn(await fire(address))).toMatchObject({
      status: 409,
      errorKey: 'trigger.disabled',
      outcome: 'disabled',
    });
    expect(await eventsFor(trigger.deviceId)).toEqual([]);
    expect(await lastExecuted(ana, trigger.id)).toBeNull();
    await ana.change(trigger.id, { enabled: true });
    expect((await fire(address)).status).toBe(200);
    await expect.poll(() => outcomesOf(ana, trigger.id), soon).toEqual(['sent', 'disabled']);
  });

  test('answers 409 for an inactive workspace', async () => {
    const bruno = await newcomer(guest());
    const second = await bruno.addWorkspace('Second home');
    await bruno.switchTo(second.id);
    await bruno.linkAmazon();
    const { trigger, address } = await aTrigger(bruno);
    await bruno.send('PATCH', `/api/workspaces/${second.id}`, { status: 'INATIVO' });
    expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'workspace.inactive' });
    expect(await eventsFor(trigger.deviceId)).toEqual([]);
  });

  test('answers 409 for a workspace without an Amazon account', async () => {
    const carla = await settled(guest());
    expect((await carla.unlinkAmazon(carla.trigger.workspaceId)).status).toBe(200);
    expect(runIn(await fire(carla.address))).toMatchObject({ status: 409, errorKey: 'amazon.notLinked' });
  });

  test('answers 409 for a skill that was never enabled', { tags: 'spec-9.3' }, async () => {
    const davi = await newcomer(guest());
    await davi.linkAmazon();
    const { trigger, address } = await aTrigger(davi);
    expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'amazon.skillNotEnabled' });
    expect(await davi.amazon()).toMatchObject({ skill: 'notEnabled' });
    await expect.poll(() => outcomesOf(davi, trigger.id), soon).toEqual(['skillNotEnabled']);
  });

  test(
    'answers 409 for a skill that the user disabled, until it is enabled again',
    { tags: 'spec-162.1' },
    async () => {
      const eva = await settled(guest());
      await eva.home.disableSkill();
      const revoked = { status: 409, errorKey: 'amazon.grantRevoked', outcome: 'grantRevoked' };
      expect(runIn(await fire(eva.address))).toMatchObject(revoked);
      const heard = await eventsFor(eva.trigger.deviceId);
      expect(runIn(await fire(eva.address))).toMatchObject(revoked);
      expect(await eventsFor(eva.trigger.deviceId)).toEqual(heard);
      expect(await eva.amazon()).toMatchObject({ skill: 'revoked', expiresDate: null, expiresIn: null });
      await eva.home.enableSkill();
      expect((await fire(eva.address)).status).toBe(200);
      expect(await eva.amazon()).toMatchObject({ skill: 'active' });
    },
  );

  test.each(['SKILL_NOT_FOUND_EXCEPTION', 'ACCOUNT_NOT_FOUND_EXCEPTION'])(
    'answers 409 for %s of the gateway',
    async (code) => {
      const { trigger, address } = await aTrigger();
      await misbehaveOnEvents(trigger.deviceId, { code });
      expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'amazon.reinstallSkill' });
      expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    },
  );
});

test(
  'answers 429 with the time to wait above thirty runs a minute and sends nothing',
  { tags: 'threat-flood' },
  async () => {
    const { trigger, address } = await aTrigger();
    const runs: ReturnType<typeof runIn>[] = [];
    let last = await fire(address);
    // The runs may spread over two minutes, so the limit is reached within sixty runs.
    for (let count = 1; last.status === 200 && count <= 60; count += 1) {
      runs.push(runIn(last));
      last = await fire(address);
    }
    expect(runs.length).toBeGreaterThanOrEqual(30);
    expect(runIn(last)).toMatchObject({ status: 429, errorKey: 'trigger.tooMany' });
    const seconds = Number(last.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(runs.length);

    // A new minute may have begun, in which this run is allowed.
    const answers = [last, await fire(address)];
    const refused = (await ana.history(trigger.id)).filter(({ outcome }) => outcome === 'tooMany');
    const times = answers.filter(({ status }) => status === 429).length;
    expect(refused.reduce((sum, one) => sum + (one.times ?? 0), 0)).toBe(times);
  },
);

test('answers with the time of the next possible run during a cool-down, by webhook and by click', async () => {
  const { trigger, address } = await aTrigger();
  const path = `/api/triggers/${trigger.id}`;
  const { status, json } = await ana.send('PATCH', path, { conditions: { coolDownSeconds: 3600 } });
  expect(status).toBe(200);
  expect(json()).toMatchObject({ conditions: { coolDownSeconds: 3600 } });
  expect((await fire(address)).status).toBe(200);
  const refused = await fire(address);
  expect(runIn(refused)).toMatchObject({ status: 429, errorKey: 'trigger.coolingDown', nextAt: expect.any(String) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  const clicked = await ana.send('POST', `${path}/execute`);
  expect(clicked.json()).toMatchObject({ success: false, errorKey: 'trigger.coolingDown', nextAt: expect.any(String) });
  expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  expect((await ana.send('PATCH', path, { conditions: {} })).status).toBe(200);
  expect((await fire(address)).status).toBe(200);
});

describe('transient failures at Amazon', () => {
  test.each([
    ['throttles', { code: 'THROTTLING_EXCEPTION' }, 'alexa.throttled'],
    ['reports an internal error', { code: 'INTERNAL_SERVICE_EXCEPTION' }, 'alexa.unavailable'],
    ['is unavailable', { code: 'SERVICE_UNAVAILABLE_EXCEPTION' }, 'alexa.unavailable'],
    ['answers with an HTML page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }, 'alexa.unavailable'],
    ['answers 429 without a body', { status: 429 }, 'alexa.throttled'],
  ])('answers 503 with the time to wait when Amazon %s, and keeps the link', async (_, how, errorKey) => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, how);
    const answer = await fire(address);
    expect(runIn(answer)).toMatchObject({ status: 503, errorKey });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
    expect(await lastExecuted(ana, trigger.id)).toBeNull();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect((await fire(address)).status).toBe(200);
  });
});

test.each(['INVALID_REQUEST_EXCEPTION', 'INSUFFICIENT_PERMISSION_EXCEPTION'])(
  'answers 502 for %s, which is our mistake, and keeps the link',
  async (code) => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { code });
    expect(runIn(await fire(address))).toMatchObject({ status: 502, errorKey: 'alexa.rejected' });
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  },
);

describe('events with an unknown result', () => {
  test.each([
    ['cut after Amazon accepted the event', { cut: 'after' as const }],
    ['cut before Amazon read the event', { cut: 'before' as const }],
    ['open until the timeout', { delayMs: 4000 }],
  ])('answers 504 and never resends when the connection was %s', async (_, how) => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, how);
    expect(runIn(await fire(address))).toMatchObject({
      status: 504,
      outcome: 'unknown',
      errorKey: 'alexa.unknownOutcome',
    });
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
    await expect.poll(() => outcomesOf(ana, trigger.id), soon).toEqual(['unknown']);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});

describe('the Idempotency-Key', () => {
  const again = (first: ReturnType<typeof runIn>) => ({ ...first, replayed: true });
  const withKey = (address: string, key: string) => fire(address, { headers: { 'idempotency-key': key } });

  test('returns the first response for a repeated key and fires for another key or another trigger', async () => {
    const { trigger, address } = await aTrigger();
    const first = runIn(await withKey(address, 'order-7'));
    expect(first).toMatchObject({ status: 200, outcome: 'sent' });
    const repeated = await withKey(address, 'order-7');
    expect(runIn(repeated)).toEqual(again(first));
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
    expect(runIn(await withKey(address, 'order-8')).executionId).not.toBe(first.executionId);
    const other = await aTrigger();
    expect((await withKey(other.address, 'order-7')).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(2);
    expect(await eventsFor(other.trigger.deviceId)).toHaveLength(1);
  });

  test('sends one event for fifty concurrent calls with the same key', async () => {
    const { trigger, address } = await aTrigger();
    const answers = await Promise.all(Array.from({ length: 50 }, () => withKey(address, 'fifty')));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
    const runs = answers.filter(({ status }) => status === 200).map(runIn);
    expect(runs.length).toBeGreaterThanOrEqual(1);
    expect(new Set(runs.map((run) => run.executionId)).size).toBe(1);
    const waits = answers.filter(({ status }) => status === 409).map(({ headers }) => headers.get('retry-after'));
    expect(waits.every((seconds) => seconds === '1')).toBe(true);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
    await expect.poll(() => outcomesOf(ana, trigger.id), soon).toEqual(['sent']);
  });

  test('answers 409 while the first call with the key runs', async () => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { delayMs: 1500 });
    const first = withKey(address, 'slow');
    await expect.poll(() => eventsFor(trigger.deviceId), { ...soon, interval: 20 }).toHaveLength(1);
    expect(refusalIn(await withKey(address, 'slow'))).toEqual({ status: 409, errorKey: 'trigger.alreadyRunning' });
    expect((await first).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test('allows the key again when nothing was sent', async () => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { code: 'THROTTLING_EXCEPTION' });
    expect((await withKey(address, 'again')).status).toBe(503);
    expect((await withKey(address, 'again')).status).toBe(200);
    expect((await withKey(address, 'again')).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(2);
  });

  test('keeps the key when it is unknown whether the event was sent', async () => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { cut: 'after' });
    const first = runIn(await withKey(address, 'unsure'));
    expect(first).toMatchObject({ status: 504, outcome: 'unknown' });
    expect(runIn(await withKey(address, 'unsure'))).toEqual(again(first));
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test('accepts the key as id in the address and requires both to match', async () => {
    const { trigger, address } = await aTrigger();
    const first = runIn(await fire(`${address}&id=order-7`));
    expect(runIn(await fire(`${address}&id=order-7`))).toEqual(again(first));
    expect(runIn(await withKey(address, 'order-7'))).toEqual(again(first));
    expect(runIn(await withKey(`${address}&id=order-7`, 'order-7'))).toEqual(again(first));
    expect(refusalIn(await withKey(`${address}&id=order-7`, 'order-8'))).toEqual({
      status: 400,
      errorKey: 'trigger.keysDiffer',
    });
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test('ignores an empty key', async () => {
    const { trigger, address } = await aTrigger();
    expect(runIn(await fire(`${address}&id=`)).status).toBe(200);
    expect(runIn(await withKey(`${address}&id=`, '')).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(2);
  });

  test('rejects a key of more than 128 characters', async () => {
    const { trigger, address } = await aTrigger();
    expect(refusalIn(await withKey(address, 'k'.repeat(129)))).toEqual({ status: 400, errorKey: 'trigger.keyInvalid' });
    expect(await eventsFor(trigger.deviceId)).toEqual([]);
    expect((await withKey(address, 'k'.repeat(128))).status).toBe(200);
  });
});

test('sends twenty events for twenty concurrent runs of a trigger', async () => {
  const { trigger, address } = await aTrigger();
  const answers = await Promise.all(Array.from({ length: 20 }, () => fire(address)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const events = await eventsFor(trigger.deviceId);
  expect(new Set(events.map(({ messageId }) => messageId)).size).toBe(20);
  await expect.poll(async () => (await outcomesOf(ana, trigger.id)).length, soon).toBe(20);
});

test('forbids caching of responses and adds the request id', async () => {
  const { headers } = await fire(ana.address);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(inject('stack').appUrl).toBe(new URL(ana.address).origin);
});

test('returns the rate limit and the remaining runs to authorised callers only', async () => {
  const { address } = await aTrigger();
  const left: number[] = [];
  for (let run = 0; run < 2; run += 1) {
    const { headers } = await fire(address);
    expect(headers.get('ratelimit-policy')).toMatch(/^"trigger";q=30;w=60, "workspace";q=\d+;w=60$/);
    const [, remaining = '', seconds = ''] =
      /^"trigger";r=(\d+);t=(\d+), "workspace"/.exec(headers.get('ratelimit') ?? '') ?? [];
    left.push(Number(remaining));
    expect(Number(seconds)).toBeGreaterThanOrEqual(1);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  }
  // A minute may begin between the two runs.
  expect([
    [29, 28],
    [29, 29],
  ]).toContainEqual(left);
  const { headers } = await fire(address.replace(/token=.*/, 'token=nobody'));
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null]);
});
