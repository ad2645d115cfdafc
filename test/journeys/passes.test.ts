import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { passReply, passRunReply } from '#shared/contracts/pass.ts';
import { tapsPerMinute } from '#shared/rules/access-keys.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { refusalIn } from './kit/answers.ts';
import { accessKeyFor } from './kit/belongings.ts';
import { guests } from './kit/guests.ts';
import { settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('passes');
let ana: Awaited<ReturnType<typeof settled>>;
beforeAll(async () => {
  ana = await settled(guest());
});

const give = (wish: object = {}) =>
  accessKeyFor(ana, { name: 'Courier', page: true, triggers: [ana.trigger.id], ...wish });
const { appUrl } = inject('stack');
type Headers = Record<string, string>;
const call = (what: 'look' | 'fire' | 'answer' | `answer?id=${string}`, secret: string, headers: Headers = {}) =>
  fire(`${appUrl}/prod/pass/${what}`, { method: 'POST', headers: { authorization: `Bearer ${secret}`, ...headers } });
const look = async (secret: string) => z.parse(passReply, (await call('look', secret)).json());
const eventCount = async () => (await ana.home.look()).events.length;

describe('guest pages', () => {
  test(
    'serves one small page with its own content security policy that the CDN caches',
    { tags: 'threat-pass-page' },
    async () => {
      const { status, text, headers } = await fire(`${appUrl}/prod/pass`, { headers: { 'accept-encoding': 'br' } });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-encoding')).toBe('br');
      expect(headers.get('cache-control')).toBe('public, max-age=3600');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(text).not.toMatch(/\b(?:src|href)=/);
      const [, script = ''] = /<script>([^]*)<\/script>/.exec(text) ?? [];
      const hash = createHash('sha256').update(script).digest('base64');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`script-src 'sha256-${hash}'`);
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|\*|http|'self'.*'self'/);
    },
  );

  test('describes the pass without firing', { tags: 'threat-pass-page' }, async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const { secret } = await give({ uses: 3, conditions: { until } });
    const before = await eventCount();
    const { name: home } = await ana.current();
    expect(await look(secret)).toMatchObject({ home, trigger: ana.trigger.name, state: 'ready', usesLeft: 3, until });
    expect(await eventCount()).toBe(before);
  });

  test('fires once per idempotency key and names the pass in the history', async () => {
    const { secret } = await give({ name: 'Parcel courier', uses: 3 });
    const before = await eventCount();
    const attempt = { 'idempotency-key': randomUUID(), prefer: 'wait=8' };
    const first = await call('fire', secret, attempt);
    const told = z.parse(passRunReply, first.json());
    expect([first.status, told]).toEqual([200, { outcome: 'sent' }]);
    expect((await call('fire', secret, attempt)).json()).toEqual({ ...told, replayed: true });
    expect(await eventCount()).toBe(before + 1);
    expect((await look(secret)).usesLeft).toBe(2);
    await expect
      .poll(async () => (await ana.history(ana.trigger.id))[0], soon)
      .toMatchObject({ channel: 'webhook', who: 'Parcel courier' });
  });

  test('waits for a confirming routine and reports that it ran', async () => {
    const bia = await settled(guest());
    const { id, name } = bia.trigger;
    await bia.change(id, { receipt: true });
    await expect
      .poll(async () => (await bia.home.look()).devices.map((each) => each.friendlyName), soon)
      .toHaveLength(2);
    await bia.home.addRoutine(name, 'Gate opens.', [`${name} ok`]);
    const { secret } = await accessKeyFor(bia, { page: true, triggers: [id], uses: 2 });
    const tapped = await call('fire', secret, { prefer: 'wait=8' });
    expect(z.parse(passRunReply, tapped.json())).toMatchObject({ outcome: 'sent', answer: 'ran' });

    // A page that has waited long enough asks where nothing can fire.
    const key = randomUUID();
    expect((await call(`answer?id=${key}`, secret)).status).toBe(404);
    const again = await call('fire', secret, { 'idempotency-key': key });
    expect(z.parse(passRunReply, again.json())).toEqual({ outcome: 'sent', answer: 'awaited' });
    const asked = async () => z.parse(passRunReply, (await call(`answer?id=${key}`, secret)).json());
    await expect.poll(asked, soon).toMatchObject({ replayed: true, answer: 'ran' });
    expect((await bia.home.look()).events).toHaveLength(2);
  });

  test('reports the next possible time and refuses to run before', async () => {
    await ana.send('PATCH', `/api/workspaces/${ana.trigger.workspaceId}`, { timeZone: 'America/Sao_Paulo' });
    const far = { days: [((new Date().getUTCDay() + 2) % 7) + 1], from: '09:00', to: '10:00' };
    const { secret } = await give({ conditions: { hours: [far] } });
    const before = await eventCount();
    const seen = await look(secret);
    expect(seen).toMatchObject({ state: 'notNow', timeZone: 'America/Sao_Paulo' });
    expect(Date.parse(seen.nextAt ?? '')).toBeGreaterThan(Date.now());
    const tapped = await call('fire', secret);
    expect(tapped.status).toBe(409);
    expect(z.parse(passRunReply, tapped.json())).toMatchObject({ errorKey: 'trigger.notNow', nextAt: seen.nextAt });
    expect(await eventCount()).toBe(before);
  });

  test('fires at most ten times a minute', async () => {
    const { secret } = await give();
    const statuses = await Promise.all(Array.from({ length: tapsPerMinute + 5 }, async () => call('fire', secret)));
    const fired = statuses.filter(({ status }) => status === 200).length;
    // The next minute may begin during the calls.
    expect(fired).toBeGreaterThanOrEqual(1);
    expect(fired).toBeLessThanOrEqual(2 * tapsPerMinute);
    expect(statuses.every(({ status }) => [200, 429].includes(status))).toBe(true);
  });

  test(
    'rejects other keys, missing keys, keys in the address and deleted passes',
    { tags: 'threat-pass-leak' },
    async () => {
      const { secret, id } = await give();
      const { secret: plain } = await accessKeyFor(ana);
      const { workspaceToken } = await ana.current();
      const stranger = await call('look', 'nobody');
      expect(refusalIn(stranger)).toEqual({ status: 404, errorKey: 'trigger.notFound' });
      for (const what of ['look', 'fire', 'answer'] as const) {
        for (const token of [plain, workspaceToken, '', `${secret}x`]) {
          const answer = await call(what, token);
          expect([answer.status, answer.text]).toEqual([404, stranger.text]);
        }
        const inAddress = await fire(`${appUrl}/prod/pass/${what}?token=${secret}`, { method: 'POST' });
        expect([inAddress.status, inAddress.text]).toEqual([404, stranger.text]);
      }
      const elsewhere = await fire(webhookAddress(appUrl, ana.trigger, secret));
      expect([elsewhere.status, elsewhere.text]).toEqual([404, stranger.text]);
      await ana.send('DELETE', `/api/access-keys/${id}`);
      expect((await call('fire', secret)).text).toBe(stranger.text);
    },
  );

  test('reports to the guest that the pass has ended', async () => {
    const { secret } = await give({ uses: 1 });
    expect((await call('fire', secret)).status).toBe(200);
    for (const what of ['look', 'fire'] as const) {
      expect(refusalIn(await call(what, secret))).toEqual({ status: 410, errorKey: 'accessKey.usedUp' });
    }
  });

  test('fires nothing on link previews and logs no secret', { tags: 'threat-pass-leak' }, async () => {
    const { secret } = await give();
    const before = await eventCount();
    const agents = ['WhatsApp/2.24.20.89 A', 'facebookexternalhit/1.1', 'TelegramBot (like TwitterBot)'];
    for (const agent of agents) {
      expect((await fire(`${appUrl}/prod/pass`, { headers: { 'user-agent': agent } })).status).toBe(200);
    }
    expect((await fire(`${appUrl}/prod/pass`, { method: 'HEAD' })).status).toBe(200);
    expect(await eventCount()).toBe(before);
    // A guest may tap in the browser of a chat app, whose user agent contains the app's name.
    expect((await call('fire', secret, { 'user-agent': 'Viber/20.8.0.0' })).status).toBe(200);
    const logOf = () => readFile(inject('functionLog'), 'utf8');
    await expect.poll(async () => (await logOf()).includes(ana.trigger.id), soon).toBe(true);
    expect((await logOf()).includes(secret.slice(-20))).toBe(false);
  });
});
