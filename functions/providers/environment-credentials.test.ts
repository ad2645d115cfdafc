import { expect, test } from 'vitest';

import { environmentCredentials } from './environment-credentials.ts';

test('returns the keys and the session token of the Lambda environment', () => {
  const environment = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', AWS_SESSION_TOKEN: 'token', HOME: '/' };
  expect(environmentCredentials(environment)).toEqual({
    accessKeyId: 'id',
    secretAccessKey: 'key',
    sessionToken: 'token',
  });
});

test.each([[{}], [{ AWS_ACCESS_KEY_ID: 'id' }], [{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: '' }]])(
  'returns undefined for the incomplete credentials %j',
  (environment) => {
    expect(environmentCredentials(environment)).toBeUndefined();
  },
);
