import { describe, expect, test } from 'vitest';

import { readConfig } from './config.ts';

const least = { TABLE_NAME: 'recado', APP_URL: 'https://app.test', WEBHOOK_URL: 'https://hooks.test' };

test('with the required settings alone, everything else has its production value', () => {
  expect(readConfig(least)).toMatchObject({
    LWA_TOKEN_URL: 'https://api.amazon.com/auth/o2/token',
    GOOGLE_ISSUER: 'https://accounts.google.com',
    ALEXA_EVENT_GATEWAY_URL: 'https://api.amazonalexa.com/v3/events',
    RUNS_PER_MINUTE: 30,
    SIGN_INS_PER_MINUTE: 30,
  });
});

test('a region of the event gateway that is not set is not probed', () => {
  expect(readConfig(least).ALEXA_EVENT_GATEWAY_URL_EU).toBeUndefined();
});

describe('enabling the skill for people', () => {
  const id = 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca';

  test('is off without the id of the skill, and with an empty one', () => {
    expect(readConfig(least).ALEXA_SKILL_ID).toBeUndefined();
    expect(readConfig({ ...least, ALEXA_SKILL_ID: '' }).ALEXA_SKILL_ID).toBeUndefined();
    expect(() => readConfig({ ...least, ALEXA_SKILL_ID: 'mine' })).toThrow('malformed: ALEXA_SKILL_ID');
  });

  test('means the live skill of the Americas, and compares no accounts, unless it is said', () => {
    expect(readConfig({ ...least, ALEXA_SKILL_ID: id })).toMatchObject({
      ALEXA_SKILL_ID: id,
      ALEXA_SKILL_STAGE: 'live',
      ALEXA_COMPARES_ACCOUNTS: false,
      ALEXA_API_URL: 'https://api.amazonalexa.com',
    });
    expect(readConfig(least).ALEXA_API_URL_EU).toBeUndefined();
  });
});

describe('WhatsApp gateways', () => {
  const shards = (changes: Record<string, string>) => readConfig({ ...least, ...changes }).WHATSAPP_SHARDS;

  test('are none unless one is configured', () => {
    expect(shards({})).toEqual([]);
    expect(shards({ WHATSAPP_SHARDS: '[]', WAHA_URL: 'https://gateway.test' })).toEqual([]);
  });

  test('need not be known to know that there are some', () => {
    const has = (changes: Record<string, string>) => readConfig({ ...least, ...changes }).HAS_WHATSAPP;
    expect([has({}), has({ HAS_WHATSAPP: '1' })]).toEqual([false, true]);
    expect(() => has({ HAS_WHATSAPP: 'perhaps' })).toThrow('malformed: HAS_WHATSAPP');
  });

  test('are one by its address alone', () => {
    const only = { id: 'main', vendor: 'waha', url: 'https://gateway.test/wa', capacity: 25, draining: false };
    expect(shards({ WAHA_URL: 'https://gateway.test/wa/' })).toEqual([only]);
  });

  test('are several, each with its vendor, its size, and whether it takes new lines', () => {
    const two = [
      { id: 'a', url: 'https://a.test' },
      { id: 'b', vendor: 'evolution', url: 'https://b.test/', capacity: 3, draining: true },
    ];
    expect(shards({ WHATSAPP_SHARDS: JSON.stringify(two) })).toEqual([
      { id: 'a', vendor: 'waha', url: 'https://a.test', capacity: 25, draining: false },
      { id: 'b', vendor: 'evolution', url: 'https://b.test', capacity: 3, draining: true },
    ]);
  });

  test('may ask for requests signed for IAM', () => {
    const ours = [{ id: 'a', url: 'https://a.test', auth: 'iam' }];
    expect(shards({ WHATSAPP_SHARDS: JSON.stringify(ours) })).toMatchObject(ours);
  });

  test.each([
    ['no JSON', 'https://a.test'],
    ['no list', '{}'],
    ['an id that no address can carry', '[{"id":"A/b","url":"https://a.test"}]'],
    ['an id that is there twice', '[{"id":"a","url":"https://a.test"},{"id":"a","url":"https://b.test"}]'],
    ['a vendor that nobody knows', '[{"id":"a","vendor":"zapi","url":"https://a.test"}]'],
    ['an unknown kind of authorization', '[{"id":"a","url":"https://a.test","auth":"none"}]'],
    ['no room at all', '[{"id":"a","url":"https://a.test","capacity":0}]'],
  ])('with %s stop the function, by name', (_, text) => {
    expect(() => shards({ WHATSAPP_SHARDS: text })).toThrow('malformed: WHATSAPP_SHARDS');
  });
});

test('a slash after the host does not get into addresses', () => {
  expect(readConfig({ ...least, APP_URL: 'https://app.test/' }).APP_URL).toBe('https://app.test');
});

test('missing and malformed settings stop the function, by name and without their values', () => {
  const wrong = { TABLE_NAME: 'recado', APP_URL: 'not-an-address', RUNS_PER_MINUTE: 'many' };
  expect(() => readConfig(wrong)).toThrow(
    'These settings are missing or malformed: APP_URL, WEBHOOK_URL, RUNS_PER_MINUTE',
  );
});

test('the table and the secrets are where the function runs, unless a copy far from them says otherwise', () => {
  const inEurope = { ...least, AWS_REGION: 'eu-west-1' };
  expect(readConfig(inEurope).DATA_REGION).toBe('eu-west-1');
  expect(readConfig({ ...inEurope, DATA_REGION: 'us-east-1' }).DATA_REGION).toBe('us-east-1');
});
