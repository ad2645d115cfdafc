import { describe, expect, test } from 'vitest';

import { defaultClients } from '../sandboxes/world.ts';
import { localSettings, newSecrets, originSecretOf } from './settings.ts';

const at = {
  appUrl: 'http://127.0.0.1:3000',
  sandboxUrl: 'http://127.0.0.1:3100',
  dynamodbUrl: 'http://127.0.0.1:3200',
};
const secrets = newSecrets(defaultClients);
const file = '/somewhere/secrets.json';

describe('settings of local functions', () => {
  test('points to the sandboxes and the local table', () => {
    expect(localSettings(at, file, {})).toMatchObject({
      DYNAMODB_ENDPOINT: at.dynamodbUrl,
      APP_URL: at.appUrl,
      SIGN_INS_PER_MINUTE: '100000',
      GOOGLE_ISSUER: 'http://127.0.0.1:3100/google',
      LWA_TOKEN_URL: 'http://127.0.0.1:3100/amazon/auth/o2/token',
      WAHA_URL: 'http://127.0.0.1:3100/whatsapp',
      ALEXA_EVENT_GATEWAY_URL_EU: 'http://127.0.0.1:3100/alexa/eu/v3/events',
      ALEXA_SKILL_PAGE: 'http://127.0.0.1:3100/alexa/home',
      ALEXA_API_URL_EU: 'http://127.0.0.1:3100/alexa/eu',
    });
  });

  test('names the secrets file unless the environment contains the secrets', () => {
    expect(localSettings(at, file, {})).toMatchObject({ SECRETS_FILE: file });
    expect(localSettings(at, file, { SECRETS_JSON: secrets })).toMatchObject({ SECRETS_JSON: secrets });
  });

  test('leaves the real providers unchanged without sandboxes', () => {
    const settings = localSettings({ ...at, sandboxUrl: undefined }, file, {});
    expect(Object.keys(settings).filter((name) => /^(?:LWA|GOOGLE|ALEXA|WAHA)_/.test(name))).toEqual([]);
  });

  test('prefers settings from the environment', () => {
    const given = { TABLE_NAME: 'mine', LWA_TOKEN_URL: 'http://there/token', RUNS_PER_MINUTE: '5' };
    expect(localSettings(at, file, given)).toMatchObject({
      TABLE_NAME: 'mine',
      LWA_TOKEN_URL: 'http://there/token',
    });
  });

  test('does not probe other regions at the sandbox when the environment names an event gateway', () => {
    const settings = localSettings(at, file, { ALEXA_EVENT_GATEWAY_URL: 'http://there/v3/events' });
    expect(settings).not.toHaveProperty('ALEXA_EVENT_GATEWAY_URL_EU');
    expect(settings).not.toHaveProperty('ALEXA_EVENT_GATEWAY_URL_FE');
  });

  test('does not enable the skill when its id is empty', () => {
    expect(localSettings(at, file, {})).toHaveProperty('ALEXA_SKILL_ID');
    expect(localSettings(at, file, { ALEXA_SKILL_ID: '' })).not.toHaveProperty('ALEXA_SKILL_ID');
  });

  test('uses no WhatsApp gateway of the sandbox when the environment names one', () => {
    expect(localSettings(at, file, {})).toHaveProperty('WHATSAPP_SHARDS');
    const settings = localSettings(at, file, { WAHA_URL: 'http://there' });
    expect(settings).toMatchObject({ WAHA_URL: 'http://there' });
    expect(settings).not.toHaveProperty('WHATSAPP_SHARDS');
  });

  test('enables WhatsApp with a gateway of the sandbox or of the environment', () => {
    const alone = { ...at, sandboxUrl: undefined };
    expect(localSettings(at, file, {})).toMatchObject({ HAS_WHATSAPP: '1' });
    expect(localSettings(alone, file, { WAHA_URL: 'http://there' })).toMatchObject({ HAS_WHATSAPP: '1' });
    expect(localSettings(alone, file, {})).not.toHaveProperty('HAS_WHATSAPP');
  });

  test("uses the developer's credentials only with another DynamoDB", () => {
    const own = { AWS_ACCESS_KEY_ID: 'own', AWS_SECRET_ACCESS_KEY: 'own', AWS_SESSION_TOKEN: 'own' };
    const made = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_SESSION_TOKEN: '' };
    expect(localSettings(at, file, own)).toMatchObject(made);
    expect(localSettings(at, file, { ...own, DYNAMODB_ENDPOINT: 'http://there' })).toMatchObject({
      AWS_ACCESS_KEY_ID: 'own',
    });
  });
});

test('generates new secrets for each start', () => {
  expect(originSecretOf(secrets)).toMatch(/^[\w-]{32}$/);
  expect(originSecretOf(newSecrets(defaultClients))).not.toBe(originSecretOf(secrets));
  expect(originSecretOf('{}')).toBe('');
});
