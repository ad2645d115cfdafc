import { expect, test } from 'vitest';

import { awsSignature } from './aws-signature.ts';

/** The example keys of AWS. The signatures were made by AWS's own signer, `@smithy/signature-v4`. */
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const caller = { credentials, region: 'us-east-1', service: 'execute-api', now: new Date('2026-11-21T12:00:00Z') };
const baseUrl = 'https://abc.execute-api.us-east-1.amazonaws.com/api';
const group = '/zb-1/groups/1203%40g.us?exclude=participants&sortBy=subject&limit=10&a=x%20y';

type Rule = [what: string, call: { method: string; url: string; body?: string }, plain: string, lent: string];

test.each<Rule>([
  [
    'a path with an escaped character and a query',
    { method: 'GET', url: `${baseUrl}${group}` },
    '45176388ccbc0d791f34e71311b85cc262bef4cca51761d3572b6f625b1b074e',
    '35a8a1729d8fd8cfbeac4b1591096787fa851fde7f0c62a884782a47d358f487',
  ],
  [
    'a body with non-ASCII characters',
    { method: 'POST', url: `${baseUrl}/sendText`, body: '{"text":"olá"}' },
    '3667b192db1aca1504ca2d71d5c7cb95011c8e17730f601d5f6cf376d4e300d3',
    '7c05ac2fd8211390a5a4da08d7b9932a36e7d072d9a2f5f56b01d15fc8d5dec4',
  ],
  [
    'characters that JavaScript does not escape',
    { method: 'PUT', url: `${baseUrl}/x(y)*!/@z`, body: '{}' },
    'd2d79dd6bf2150f4c292b8dc19eff9115c25715d344bf153c813a4f652b8815e',
    '361cb70372cce3ecb64b09a8cc849723c3ef1c991bb15bb0d31b41aee7ee2ee4',
  ],
])('signs a call with %s like AWS, with and without a session token', (_what, call, plain, lent) => {
  const signatures = [undefined, 'tok/en+=='].map((sessionToken) =>
    awsSignature(call, { ...caller, credentials: { ...credentials, sessionToken } })['authorization']?.slice(-64),
  );
  expect(signatures).toEqual([plain, lent]);
});

test('returns headers with time, credential and signed headers, but no secret', () => {
  const headers = awsSignature(
    { method: 'GET', url: baseUrl },
    { ...caller, credentials: { ...credentials, sessionToken: 'lent' } },
  );
  expect(headers).toEqual({
    'x-amz-date': '20261121T120000Z',
    'x-amz-security-token': 'lent',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20261121\/us-east-1\/execute-api\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
    ),
  });
  expect(JSON.stringify(headers)).not.toContain(credentials.secretAccessKey);
});
