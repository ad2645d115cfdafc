import { expect, test } from 'vitest';

import { environmentCredentials } from './environment-credentials.ts';

test('a function uses the credentials of Lambda, keys and session token', () => {
  const environment = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', AWS_SESSION_TOKEN: 'token', HOME: '/' };
  expect(environmentCredentials(environment)).toEqual({
    accessKeyId: 'id',
    secretAccessKey: 'key',
    sessionToken: 'token',
  });
});

test.each([[{}], [{ AWS_ACCESS_KEY_ID: 'id' }], [{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: '' }]])(
  'half of the credentials, %j, are none',
  (environment) => {
    expect(environmentCredentials(environment)).toBeUndefined();
  },
);
