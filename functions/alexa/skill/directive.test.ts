import { expect, test } from 'vitest';

import { readDirective } from './directive.ts';

const token = 'Atza|x';
const header = (namespace: string, name: string) => ({ namespace, name, messageId: 'm-1', payloadVersion: '3' });

const readDirectivesWith = (scope: object) => [
  readDirective({ directive: { header: header('Alexa.Discovery', 'Discover'), payload: { scope } } }),
  readDirective({
    directive: {
      header: header('Alexa.SceneController', 'Activate'),
      endpoint: { endpointId: 'trg-1', scope, cookie: {} },
      payload: {},
    },
  }),
  readDirective({
    directive: {
      header: header('Alexa.Authorization', 'AcceptGrant'),
      payload: { grant: { type: 'OAuth2.AuthorizationCode', code: 'c' }, grantee: scope },
    },
  }),
];

test.each<[string, object]>([
  ['of type BearerToken', { type: 'BearerToken', token }],
  [
    'of type BearerTokenWithPartition',
    { type: 'BearerTokenWithPartition', token, partition: 'Room101', userId: 'amzn1.account.ANA' },
  ],
])('reads a token %s', (_, scope) => {
  expect(readDirectivesWith(scope)).toMatchObject([
    { kind: 'discover', token },
    { kind: 'endpoint', token, endpointId: 'trg-1' },
    { kind: 'acceptGrant', granteeToken: token, code: 'c' },
  ]);
});

test('treats a token of another type as malformed', () => {
  expect(readDirectivesWith({ type: 'Cookie', token })).toMatchObject([
    { kind: 'malformed' },
    { kind: 'malformed' },
    { kind: 'acceptGrantMalformed' },
  ]);
});
