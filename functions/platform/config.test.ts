import { describe, expect, test } from 'vitest';

import { readConfig } from './config.ts';

const least = { TABLE_NAME: 'recado', APP_URL: 'https://app.test', WEBHOOK_URL: 'https://hooks.test' };

test('uses production defaults when only the required settings are given', () => {
  expect(readConfig(least)).toMatchObject({
    LWA_TOKEN_URL: 'https://api.amazon.com/auth/o2/token',
    GOOGLE_ISSUER: 'https://accounts.google.com',
    ALEXA_EVENT_GATEWAY_URL: 'https://api.amazonalexa.com/v3/events',
    RUNS_PER_MINUTE: 30,
    SIGN_INS_PER_MINUTE: 30,
  });
});

test('leaves the URL of an event gateway region undefined when it is not set', () => {
  expect(readConfig(least).ALEXA_EVENT_GATEWAY_URL_EU).toBeUndefined();
});

describe('settings of skill enablement', () => {
  const id = 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca';

  test('disables skill enablement without a skill id and rejects a malformed id', () => {
    expect(readConfig(least).ALEXA_SKILL_ID).toBeUndefined();
    expect(readConfig({ ...least, ALEXA_SKILL_ID: '' }).ALEXA_SKILL_ID).toBeUndefined();
    expect(() => readConfig({ ...least, ALEXA_SKILL_ID: 'mine' })).toThrow('malformed: ALEXA_SKILL_ID');
  });

  test('defaults to the live skill in the Americas without comparing accounts', () => {
    expect(readConfig({ ...least, ALEXA_SKILL_ID: id })).toMatchObject({
      ALEXA_SKILL_ID: id,
      ALEXA_SKILL_STAGE: 'live',
      ALEXA_COMPARES_ACCOUNTS: false,
      ALEXA_API_URL: 'https://api.amazonalexa.com',
    });
    expect(readConfig(least).ALEXA_API_URL_EU).toBeUndefined();
  });
});

describe('settings of WhatsApp gateways', () => {
  const shards = (changes: Record<string, string>) => readConfig({ ...least, ...changes }).WHATSAPP_SHARDS;

  test('returns no gateways when none is configured', () => {
    expect(shards({})).toEqual([]);
    expect(shards({ WHATSAPP_SHARDS: '[]', WAHA_URL: 'https://gateway.test' })).toEqual([]);
  });

  test('reads HAS_WHATSAPP without the gateway settings', () => {
    const has = (changes: Record<string, string>) => readConfig({ ...least, ...changes }).HAS_WHATSAPP;
    expect([has({}), has({ HAS_WHATSAPP: '1' })]).toEqual([false, true]);
    expect(() => has({ HAS_WHATSAPP: 'perhaps' })).toThrow('malformed: HAS_WHATSAPP');
  });

  test('creates a single gateway from WAHA_URL', () => {
    const only = { id: 'main', vendor: 'waha', url: 'https://gateway.test/wa', capacity: 25, draining: false };
    expect(shards({ WAHA_URL: 'https://gateway.test/wa/' })).toEqual([only]);
  });

  test('reads several gateways with vendor, capacity and draining flag', () => {
    const two = [
      { id: 'a', url: 'https://a.test' },
      { id: 'b', vendor: 'evolution', url: 'https://b.test/', capacity: 3, draining: true },
    ];
    expect(shards({ WHATSAPP_SHARDS: JSON.stringify(two) })).toEqual([
      { id: 'a', vendor: 'waha', url: 'https://a.test', capacity: 25, draining: false },
      { id: 'b', vendor: 'evolution', url: 'https://b.test', capacity: 3, draining: true },
    ]);
  });

  test('reads a gateway that requires IAM-signed requests', () => {
    const ours = [{ id: 'a', url: 'https://a.test', auth: 'iam' }];
    expect(shards({ WHATSAPP_SHARDS: JSON.stringify(ours) })).toMatchObject(ours);
  });

  test.each([
    ['text that is not JSON', 'https://a.test'],
    ['a value that is not a list', '{}'],
    ['an id that is invalid in a URL', '[{"id":"A/b","url":"https://a.test"}]'],
    ['a duplicate id', '[{"id":"a","url":"https://a.test"},{"id":"a","url":"https://b.test"}]'],
    ['an unknown vendor', '[{"id":"a","vendor":"zapi","url":"https://a.test"}]'],
    ['an unknown kind of authorization', '[{"id":"a","url":"https://a.test","auth":"none"}]'],
    ['a capacity of zero', '[{"id":"a","url":"https://a.test","capacity":0}]'],
  ])('rejects WHATSAPP_SHARDS with %s', (_, text) => {
    expect(() => shards({ WHATSAPP_SHARDS: text })).toThrow('malformed: WHATSAPP_SHARDS');
  });
});

test('removes a trailing slash from APP_URL', () => {
  expect(readConfig({ ...least, APP_URL: 'https://app.test/' }).APP_URL).toBe('https://app.test');
});

test('throws an error with the names of missing and malformed settings, but not their values', () => {
  const wrong = { TABLE_NAME: 'recado', APP_URL: 'not-an-address', RUNS_PER_MINUTE: 'many' };
  expect(() => readConfig(wrong)).toThrow(
    'These settings are missing or malformed: APP_URL, WEBHOOK_URL, RUNS_PER_MINUTE',
  );
});

test("uses the function's region for table and secrets unless DATA_REGION is set", () => {
  const inEurope = { ...least, AWS_REGION: 'eu-west-1' };
  expect(readConfig(inEurope).DATA_REGION).toBe('eu-west-1');
  expect(readConfig({ ...inEurope, DATA_REGION: 'us-east-1' }).DATA_REGION).toBe('us-east-1');
});
