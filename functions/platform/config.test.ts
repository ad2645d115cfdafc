import { expect, test } from 'vitest';

import { readConfig } from './config.ts';

const least = { TABLE_NAME: 'recado', APP_URL: 'https://app.test', WEBHOOK_URL: 'https://hooks.test' };

test('with the least that must be said, everything else is the real world', () => {
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
