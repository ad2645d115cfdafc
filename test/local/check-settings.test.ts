import { expect, test } from 'vitest';

import { checkSettings } from './check-settings.ts';
import { StartProblem } from './problem.ts';

const least = { TABLE_NAME: 'recado', APP_URL: 'https://app.test', WEBHOOK_URL: 'https://hooks.test' };

test('accepts settings that the functions can parse', () => {
  expect(() => checkSettings({ ...least, SECRETS_JSON: '{}' })).not.toThrow();
});

test.each([
  [{ WEBHOOK_URL: undefined }, 'WEBHOOK_URL is missing.'],
  [{ APP_URL: 'example.com' }, 'APP_URL is malformed: is not a URL such as https://example.com.'],
  [{ SIGN_INS_PER_MINUTE: 'lots' }, 'SIGN_INS_PER_MINUTE is malformed: does not match /^\\d{1,6}$/.'],
  [{ STRIPE_MODE: 'real' }, 'STRIPE_MODE is malformed: is not one of test, live.'],
  [{ TABLE_NAME: 't' }, 'TABLE_NAME is malformed: is less than 3 characters.'],
  [{ WHATSAPP_SHARDS: '{' }, 'WHATSAPP_SHARDS is malformed: is not a JSON list.'],
  [{ WHATSAPP_SHARDS: '[{"id":"a"}]' }, 'WHATSAPP_SHARDS is malformed: 0 url is not a string.'],
  [{ SECRETS_JSON: 'k1' }, 'SECRETS_JSON is not a JSON object.'],
  [
    { STRIPE_MODE: 'real', SECRETS_JSON: 'k1' },
    'STRIPE_MODE is malformed: is not one of test, live; SECRETS_JSON is not a JSON object.',
  ],
])('rejects %j with a one-line message that does not contain the value', (changes, line) => {
  expect(() => checkSettings({ ...least, ...changes })).toThrow(new StartProblem(line));
});
