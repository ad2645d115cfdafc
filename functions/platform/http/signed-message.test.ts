import { describe, expect, test } from 'vitest';

import { anEvent } from '#test/support/worlds/an-event.ts';

import { isRecent, isSignedBy, signedMessageOf, signingPrefix } from './signed-message.ts';

/** The example of the specification. It is split because it looks like a secret. */
const secret = [signingPrefix, 'MfKQ9r8GKYqrTwjU', 'PD8ILPZIo2LaLaSw'].join('');
const signature = ['v1,g0hM9SsE+OTPJTGt', '/tmIKtSyZlE3uFJE', 'LVlNIOLJ1OE='].join('');
const signed = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': signature,
};
const payload = '{"test": 2432232314}';

const message = (headers: Record<string, string> = {}, body: string = payload) =>
  signedMessageOf(anEvent({ route: 'POST /', headers: { ...signed, ...headers }, body }));
const verifies = (headers: Record<string, string> = {}, body: string = payload, with_: string = secret) => {
  const found = message(headers, body);
  return found !== undefined && isSignedBy(with_, found);
};

describe('example of Standard Webhooks', () => {
  test('verifies the example signature, alone and among others', { tags: 'threat-signed-call' }, () => {
    expect(verifies()).toBe(true);
    const others = `v1,${'A'.repeat(43)}= v1a,${'B'.repeat(86)}== ${signature}`;
    expect(verifies({ 'webhook-signature': others })).toBe(true);
  });

  test('verifies the signature when API Gateway encodes the body as base64', () => {
    const event = anEvent({ route: 'POST /', headers: signed });
    const found = signedMessageOf({ ...event, body: Buffer.from(payload).toString('base64'), isBase64Encoded: true });
    expect(found && isSignedBy(secret, found)).toBe(true);
  });

  test.each<[string, boolean]>([
    ['another id', verifies({ 'webhook-id': 'msg_another' })],
    ['another time', verifies({ 'webhook-timestamp': '1614265331' })],
    ['another body', verifies({}, '{"test": 2432232315}')],
    ['another secret', verifies({}, payload, `${signingPrefix}${Buffer.alloc(24).toString('base64')}`)],
    ['another version', verifies({ 'webhook-signature': signature.replace('v1,', 'v2,') })],
    ['no version', verifies({ 'webhook-signature': signature.replace('v1,', '') })],
    ['half a signature', verifies({ 'webhook-signature': signature.slice(0, 20) })],
    ['an additional empty signature', verifies({ 'webhook-signature': 'v1, v1,=' })],
  ])('rejects a signature with %s', (_, found) => {
    expect(found).toBe(false);
  });

  test.each(Object.keys(signed))('returns undefined without the header %s', (name) => {
    expect(message({ [name]: '' })).toBeUndefined();
  });
});

test.each<[string, string, boolean]>([
  ['the current time', '1614265330', true],
  ['a time five minutes ago', '1614265030', true],
  ['a time five minutes and a second ago', '1614265029', false],
  ['a time in five minutes', '1614265630', true],
  ['a time in five minutes and a second', '1614265631', false],
  ['a time in milliseconds', '1614265330000', false],
  ['a time with a decimal point', '1614265330.0', false],
  ['a time in hexadecimal notation', '0x6037BDF2', false],
])('checks whether %s is recent: %s is %j', (_, timestamp, expected) => {
  expect(isRecent({ timestamp }, new Date(1_614_265_330_999))).toBe(expected);
});
