import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';

import { overlapMs } from '#shared/rules/access-keys.ts';

import { minutes } from '../../support/worlds/a-clock.ts';
import { anAccessKeyHome, type AccessKeyHome } from './an-access-key-home.ts';

const second = 1000;

let home: AccessKeyHome;
let triggerId: string;
beforeEach(async () => {
  home = await anAccessKeyHome();
  triggerId = home.trigger.id;
});

type Call = { key: string; secret: string; id?: string; at?: Date; body?: string };

/** Signs the call with the official library. */
function signed({ key, secret, id = 'msg_1', at = home.clock.now(), body = '{"door":"front"}' }: Call) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return { query: { key }, headers, body };
}

const later = (ms: number) => new Date(home.clock.now().getTime() + ms);

describe('a signing key', () => {
  test('fires once for each message that the official library signed', async () => {
    const { secret, id: key } = await home.give({ signed: true });
    const call = signed({ key, secret });
    expect(await home.fireSigned(call, triggerId)).toBe('sent');
    expect(await home.fireSigned(call, triggerId)).toBe('sent');
    expect(home.sent.events).toBe(1);
    expect(await home.fireSigned(signed({ key, secret, id: 'msg_2' }), triggerId)).toBe('sent');
    expect(home.sent.events).toBe(2);
  });

  test(
    'fires a message only once while its timestamp is valid, at both ends of the window',
    { tags: 'threat-signed-call' },
    async () => {
      const { secret, id: key } = await home.give({ signed: true });
      const ahead = signed({ key, secret, at: later(minutes(5)) });
      expect(await home.fireSigned(ahead, triggerId)).toBe('sent');
      home.clock.pass(minutes(10));
      expect(await home.fireSigned(ahead, triggerId)).toBe('sent');
      expect(home.sent.events).toBe(1);
      home.clock.pass(second);
      expect(await home.fireSigned(ahead, triggerId)).toBe('trigger.notFound');
    },
  );

  test.each([
    ['five minutes behind', -minutes(5), 'sent'],
    ['more than five minutes behind', -minutes(5) - second, 'trigger.notFound'],
    ['five minutes ahead', minutes(5), 'sent'],
    ['more than five minutes ahead', minutes(5) + second, 'trigger.notFound'],
  ])('answers a caller whose clock is %s (%i ms) with %s', async (_, ms, expected) => {
    const { secret, id: key } = await home.give({ signed: true });
    expect(await home.fireSigned(signed({ key, secret, at: later(ms) }), triggerId)).toBe(expected);
  });

  test(
    'fires nothing with another secret, body, id, key or trigger, and nothing once the key is stopped',
    { tags: 'threat-signed-call' },
    async () => {
      const { secret, id: key } = await home.give({ signed: true, triggers: [triggerId] });
      const other = await home.give({ signed: true });
      const another = await home.addTrigger('Bom dia');
      const call = signed({ key, secret });
      const wrong = [
        signed({ key, secret: other.secret }),
        { ...call, body: '{"door":"back"}' },
        { ...call, headers: { ...call.headers, 'webhook-id': 'msg_2' } },
        { ...call, query: { key: other.id } },
        { ...call, query: { key: 'nobody' } },
        { ...call, query: {} },
        { ...call, headers: {} },
      ];
      for (const each of wrong) expect(await home.fireSigned(each, triggerId)).toBe('trigger.notFound');
      expect(await home.fireSigned(call, another.id)).toBe('trigger.notFound');
      await home.stop(key);
      expect(await home.fireSigned(call, triggerId)).toBe('trigger.notFound');
      expect(home.sent.events).toBe(0);
    },
  );

  test('rejects its secret as a token, and rejects the id of a token key', async () => {
    const { secret } = await home.give({ signed: true });
    expect(await home.fire(secret, triggerId)).toBe('trigger.notFound');
    const bearer = await home.give();
    expect(await home.fireSigned(signed({ key: bearer.id, secret }), triggerId)).toBe('trigger.notFound');
  });

  test('fires a signed call that also has an invalid token or unknown keys', async () => {
    const { secret, id: key } = await home.give({ signed: true });
    const stale = 'x'.repeat(43);
    const beside = (id: string, query: Record<string, string>, headers: Record<string, string> = {}) => {
      const call = signed({ key, secret, id });
      return home.fireSigned({ ...call, query, headers: { ...call.headers, ...headers } }, triggerId);
    };
    expect(await beside('msg_1', { key, token: stale })).toBe('sent');
    expect(await beside('msg_2', { key, token: '' })).toBe('sent');
    expect(await beside('msg_3', { key }, { authorization: `Bearer ${stale}` })).toBe('sent');
    expect(await beside('msg_4', { Key: key })).toBe('sent');
    expect(await beside('msg_5', { key: `gone,${key}` })).toBe('sent');
    expect(await beside('msg_6', { key: `"${key}"` })).toBe('sent');
    expect(home.sent.events).toBe(6);
    expect(await beside('msg_6', { key, token: stale })).toBe('sent');
    expect(home.sent.events).toBe(6);
  });

  test('accepts a valid token next to a wrong signature', async () => {
    const { secret: token } = await home.give();
    const { id: key } = await home.give({ signed: true });
    const wrong = { ...signed({ key, secret: 'whsec_AAAA' }), query: { key, token } };
    expect(await home.fireSigned(wrong, triggerId)).toBe('sent');
  });

  test('accepts both secrets for 24 hours when requested, and a call signed with both', async () => {
    const { secret: old, id: key } = await home.give({ signed: true });
    const { secret = '' } = await home.change(key, { rotate: 'in24Hours' });
    const call = (by: string, id: string) => home.fireSigned(signed({ key, secret: by, id }), triggerId);
    expect([await call(old, 'msg_1'), await call(secret, 'msg_2')]).toEqual(['sent', 'sent']);
    home.clock.pass(overlapMs);
    expect([await call(old, 'msg_3'), await call(secret, 'msg_4')]).toEqual(['trigger.notFound', 'sent']);
    const [one, two] = [signed({ key, secret: old, id: 'msg_5' }), signed({ key, secret, id: 'msg_5' })];
    const signatures = `${one.headers['webhook-signature']} ${two.headers['webhook-signature']}`;
    const both = { ...two, headers: { ...two.headers, 'webhook-signature': signatures } };
    expect(await home.fireSigned(both, triggerId)).toBe('sent');
    expect(home.sent.events).toBe(4);
  });

  test('ends the old secret at once when requested', async () => {
    const { secret: old, id: key } = await home.give({ signed: true });
    await home.change(key, { rotate: 'now' });
    expect(await home.fireSigned(signed({ key, secret: old }), triggerId)).toBe('trigger.notFound');
  });

  test('counts uses like any other key', async () => {
    const { secret, id: key } = await home.give({ signed: true, uses: 1 });
    expect(await home.fireSigned(signed({ key, secret }), triggerId)).toBe('sent');
    expect(await home.fireSigned(signed({ key, secret, id: 'msg_2' }), triggerId)).toBe('accessKey.usedUp');
  });
});
