import { expect, test } from 'vitest';

import { environmentCredentials } from './environment-credentials.ts';

test('a function is who Lambda says that it is, by keys and the token that goes with them', () => {
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
