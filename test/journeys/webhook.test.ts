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

describe('a caller who may not fire learns nothing', () => {
  test(
    'wrong token, unknown trigger and unknown workspace are answered alike, and nothing is sent',
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

  test(
    'a signed-in browser has no more right than anybody: the token counts, not the cookie',
    { tags: 'spec-282.2' },
    async () => {
      const { trigger, address } = await aTrigger();
      const withCookie = await ana.browser.hop(address.split('?')[0] ?? '');
      expect(withCookie.status).toBe(404);
      expect(await eventsFor(trigger.deviceId)).toEqual([]);
    },
  );
});

describe('everybody with the token is served', () => {
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
  ])('with %s', async (_, type, body) => {
    const headers = { ...(type !== undefined && { 'content-type': type }) };
    const { status, outcome } = runIn(
      await fire(ana.address, { method: 'POST', headers, ...(body !== undefined && { body }) }),
    );
    expect([status, outcome]).toEqual([200, 'sent']);
  });

  test.each([
    [
      'a browser whose person opens the address',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/149.0 Safari/537.36',
    ],
    ['curl', 'curl/8.9.1'],
    ['somebody’s own program with a telling name', 'MyWhatsAppBridge/1.0'],
    ['a slash command in a chat', 'Slackbot 1.0 (+https://api.slack.com/robots)'],
    ['a program without a name', ''],
  ])('from %s', { tags: ['spec-3.3', 'spec-11.2'] }, async (_, agent) => {
    const { trigger, address } = await aTrigger();
    expect((await fire(address, { headers: { 'user-agent': agent } })).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test('from another site, because the token is the permission', async () => {
    const { trigger, address } = await aTrigger();
    const headers = { origin: 'https://somewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await fire(address, { method: 'POST', headers })).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });
});

const stale = 's'.repeat(43);

describe('a valid token fires, however a client sends it', () => {
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
    ['with a character that nobody sees', (token) => `${token}%E2%80%8B`],
    ['without a scheme', () => '', (token) => token],
    ['as a password', () => '', (token) => `Basic ${Buffer.from(`recado:${token}`).toString('base64')}`],
    ['as bearer, with an empty one in the address', () => '', (token) => `Bearer ${token}`],
    ['as bearer, with a stale one in the address', () => stale, (token) => `Bearer  ${token}`],
  ])('%s', async (_, inAddress, inHeader) => {
    const { trigger, address } = await aTrigger();
    const [path, token = ''] = address.split('token=');
    const headers: Record<string, string> = inHeader ? { authorization: inHeader(token) } : {};
    expect((await fire(`${path}token=${inAddress(token)}`, { headers })).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });
});

describe('an address that is only looked at fires nothing', () => {
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
  ])('by the link preview of %s', async (agent) => {
    expect(await comesOf({ headers: { 'user-agent': agent } })).toEqual(nothing);
  });

  test.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('by a browser that fetches ahead (%s: %s)', async (name, value) => {
    expect(await comesOf({ headers: { [name]: value } })).toEqual(nothing);
  });

  test('by HEAD', async () => {
    expect(await comesOf({ method: 'HEAD' })).toEqual(nothing);
  });
});

test('a body over the limit of API Gateway is 413 by its length alone, and nothing is fired', async () => {
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

test.each(['PUT', 'PATCH', 'DELETE'])('%s is 405 at every address, and fires nothing', async (method) => {
  const { trigger, address } = await aTrigger();
  for (const each of [address, address.replace(/token=.*/, ''), address.replace('/trg-', '/trg-0')]) {
    const answer = await fire(each, { method });
    expect(refusalIn(answer)).toEqual({ status: 405, errorKey: 'request.methodNotAllowed' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  }
  expect(await eventsFor(trigger.deviceId)).toEqual([]);
});

describe('a page of another origin', () => {
  const origin = 'https://page.example';

  test('may call, and its preflight fires nothing', async () => {
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

  test('reads the run, its repetition, what became of it and every refusal', async () => {
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

describe('what has to be repaired first is 409, each with its own key', () => {
  test(
    'a trigger that is switched off sends nothing until it is switched on again',
    { tags: 'spec-149.3' },
    async () => {
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
    },
  );

  test('an inactive workspace', async () => {
    const bruno = await newcomer(guest());
    const second = await bruno.addWorkspace('Second home');
    await bruno.switchTo(second.id);
    await bruno.linkAmazon();
    const { trigger, address } = await aTrigger(bruno);
    await bruno.send('PATCH', `/api/workspaces/${second.id}`, { status: 'INATIVO' });
    expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'workspace.inactive' });
    expect(await eventsFor(trigger.deviceId)).toEqual([]);
  });

  test('a workspace without an Amazon account', async () => {
    const carla = await settled(guest());
    expect((await carla.unlinkAmazon(carla.trigger.workspaceId)).status).toBe(200);
    expect(runIn(await fire(carla.address))).toMatchObject({ status: 409, errorKey: 'amazon.notLinked' });
  });

  test('a skill that was never enabled', { tags: 'spec-9.3' }, async () => {
    const davi = await newcomer(guest());
    await davi.linkAmazon();
    const { trigger, address } = await aTrigger(davi);
    expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'amazon.skillNotEnabled' });
    expect(await davi.amazon()).toMatchObject({ skill: 'notEnabled' });
    await expect.poll(() => outcomesOf(davi, trigger.id), soon).toEqual(['skillNotEnabled']);
  });

  test('a skill that the person disabled; enabling it again is all it takes', { tags: 'spec-162.1' }, async () => {
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
  });

  test.each(['SKILL_NOT_FOUND_EXCEPTION', 'ACCOUNT_NOT_FOUND_EXCEPTION'])('%s of the gateway', async (code) => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { code });
    expect(runIn(await fire(address))).toMatchObject({ status: 409, errorKey: 'amazon.reinstallSkill' });
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});

test('more than thirty runs a minute are 429 with the time to wait, and are not sent', async () => {
  const { trigger, address } = await aTrigger();
  const runs: ReturnType<typeof runIn>[] = [];
  let last = await fire(address);
  // Two minutes may be involved, so the limit is met within sixty runs.
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

  // A new minute may have begun, in which this one runs.
  const answers = [last, await fire(address)];
  const refused = (await ana.history(trigger.id)).filter(({ outcome }) => outcome === 'tooMany');
  const times = answers.filter(({ status }) => status === 429).length;
  expect(refused.reduce((sum, one) => sum + (one.times ?? 0), 0)).toBe(times);
});

test('a trigger that may not run again yet says when it may, by webhook and by click, and runs then no second time', async () => {
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

describe('a transient failure at Amazon is 503 at once, with the time to wait, and never a broken link', () => {
  test.each([
    ['throttles', { code: 'THROTTLING_EXCEPTION' }, 'alexa.throttled'],
    ['has trouble of its own', { code: 'INTERNAL_SERVICE_EXCEPTION' }, 'alexa.unavailable'],
    ['is unavailable', { code: 'SERVICE_UNAVAILABLE_EXCEPTION' }, 'alexa.unavailable'],
    ['answers with a page of some proxy', { status: 502, body: '<html>Bad gateway</html>' }, 'alexa.unavailable'],
    ['answers 429 without a word', { status: 429 }, 'alexa.throttled'],
  ])('when it %s', async (_, how, errorKey) => {
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
  '%s is our mistake: 502, and the link stays',
  async (code) => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { code });
    expect(runIn(await fire(address))).toMatchObject({ status: 502, errorKey: 'alexa.rejected' });
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  },
);

describe('an event that may have arrived is 504 and never sent again', () => {
  test.each([
    ['cut after Amazon took it', { cut: 'after' as const }],
    ['cut before Amazon looked at it', { cut: 'before' as const }],
    ['not answered in time', { delayMs: 4000 }],
  ])('when the connection was %s', async (_, how) => {
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

describe('the same Idempotency-Key', () => {
  const again = (first: ReturnType<typeof runIn>) => ({ ...first, replayed: true });
  const withKey = (address: string, key: string) => fire(address, { headers: { 'idempotency-key': key } });

  test('gets the first answer again and fires once; another key, and the same key elsewhere, fire again', async () => {
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

  test('fired fifty times at once sends one event', async () => {
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

  test('is 409 while the first call runs', async () => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { delayMs: 1500 });
    const first = withKey(address, 'slow');
    await expect.poll(() => eventsFor(trigger.deviceId), { ...soon, interval: 20 }).toHaveLength(1);
    expect(refusalIn(await withKey(address, 'slow'))).toEqual({ status: 409, errorKey: 'trigger.alreadyRunning' });
    expect((await first).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test('is free again when surely nothing was sent', async () => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { code: 'THROTTLING_EXCEPTION' });
    expect((await withKey(address, 'again')).status).toBe(503);
    expect((await withKey(address, 'again')).status).toBe(200);
    expect((await withKey(address, 'again')).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(2);
  });

  test('is kept when it is unknown whether the event was sent', async () => {
    const { trigger, address } = await aTrigger();
    await misbehaveOnEvents(trigger.deviceId, { cut: 'after' });
    const first = runIn(await withKey(address, 'unsure'));
    expect(first).toMatchObject({ status: 504, outcome: 'unknown' });
    expect(runIn(await withKey(address, 'unsure'))).toEqual(again(first));
    expect(await eventsFor(trigger.deviceId)).toHaveLength(1);
  });

  test('may be in the address as id, where both must be the same', async () => {
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

  test('is none when it is empty', async () => {
    const { trigger, address } = await aTrigger();
    expect(runIn(await fire(`${address}&id=`)).status).toBe(200);
    expect(runIn(await withKey(`${address}&id=`, '')).status).toBe(200);
    expect(await eventsFor(trigger.deviceId)).toHaveLength(2);
  });

  test('is refused when it is longer than 128 characters', async () => {
    const { trigger, address } = await aTrigger();
    expect(refusalIn(await withKey(address, 'k'.repeat(129)))).toEqual({ status: 400, errorKey: 'trigger.keyInvalid' });
    expect(await eventsFor(trigger.deviceId)).toEqual([]);
    expect((await withKey(address, 'k'.repeat(128))).status).toBe(200);
  });
});

test('twenty runs at once of one trigger are twenty events', async () => {
  const { trigger, address } = await aTrigger();
  const answers = await Promise.all(Array.from({ length: 20 }, () => fire(address)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const events = await eventsFor(trigger.deviceId);
  expect(new Set(events.map(({ messageId }) => messageId)).size).toBe(20);
  await expect.poll(async () => (await outcomesOf(ana, trigger.id)).length, soon).toBe(20);
});

test('answers are never stored on the way, and carry the id of the request', async () => {
  const { headers } = await fire(ana.address);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(inject('stack').appUrl).toBe(new URL(ana.address).origin);
});

test('an answer says how often the trigger may run and still may, and one to a stranger says nothing of it', async () => {
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
  // A minute may begin between the two.
  expect([
    [29, 28],
    [29, 29],
  ]).toContainEqual(left);
  const { headers } = await fire(address.replace(/token=.*/, 'token=nobody'));
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null]);
});
