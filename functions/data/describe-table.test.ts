import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, test } from 'vitest';

import { describeTable } from './describe-table.ts';
import { createTable } from './table.ts';

const aws = mockClient(DynamoDBDocumentClient);
afterEach(() => aws.reset());

const look = () => describeTable(createTable({ TABLE_NAME: 'recado-prod-table', DATA_REGION: 'us-east-1' }));

const failure = (name: string, message: string, code?: string) =>
  Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });

test('returns the account of an existing table', async () => {
  const TableArn = 'arn:aws:dynamodb:us-east-1:111122223333:table/recado-prod-table';
  aws.on(DescribeTableCommand).resolves({ Table: { TableArn } });
  expect(await look()).toEqual({ outcome: 'found', account: '111122223333' });
});

test.each([
  ['noTable', failure('ResourceNotFoundException', 'Requested resource not found: Table: recado-prod-table not found')],
  ['noCredentials', failure('CredentialsProviderError', 'Could not load credentials from any providers')],
  ['noCredentials', failure('TokenProviderError', 'Token is expired. To refresh this SSO session run aws sso login')],
  ['noCredentials', failure('ExpiredTokenException', 'The security token included in the request is expired')],
  ['noCredentials', failure('UnrecognizedClientException', 'The security token included in the request is invalid.')],
  ['noCredentials', failure('InvalidSignatureException', 'The request signature we calculated does not match')],
  [
    'noCredentials',
    failure('AccessDenied', 'User: arn:aws:iam::1:user/a is not authorized to perform: sts:AssumeRole'),
  ],
  ['noCredentials', failure('InvalidClientTokenId', 'The security token included in the request is invalid.')],
  ['noCredentials', failure('SignatureDoesNotMatch', 'The request signature we calculated does not match')],
  ['noCredentials', failure('ExpiredToken', 'The security token included in the request is expired')],
  ['noCredentials', failure('ValidationError', 'ops is invalid')],
  ['noCredentials', failure('RegionDisabledException', 'STS is not activated in this region for account: 1.')],
  ['refused', failure('OptInRequired', 'The AWS Access Key Id needs a subscription for the service')],
  ['refused', failure('AccessDeniedException', 'User: arn:aws:iam::1:user/a is not authorized to perform')],
  ['unreachable', failure('Error', 'getaddrinfo ENOTFOUND dynamodb.us-east-1.amazonaws.com', 'ENOTFOUND')],
  [
    'unreachable',
    Object.assign(failure('InternalServerError', 'The request processing has failed'), { $fault: 'server' }),
  ],
  ['unreachable', failure('TimeoutError', 'Connection timed out after 1000 ms')],
])('returns %s for the error: %s', async (outcome, error) => {
  aws.on(DescribeTableCommand).rejects(error);
  expect(await look()).toEqual({ outcome, why: error.message.replace(/\.$/, '') });
});

test('returns only the first line of an error message', async () => {
  aws.on(DescribeTableCommand).rejects(failure('CredentialsProviderError', 'No profile.\nTried: env, ini'));
  expect(await look()).toEqual({ outcome: 'noCredentials', why: 'No profile' });
});

test('returns the name of an error without a message', async () => {
  aws.on(DescribeTableCommand).rejects(failure('AggregateError', '', 'ECONNREFUSED'));
  expect(await look()).toEqual({ outcome: 'unreachable', why: 'AggregateError' });
});

test('rethrows an unexpected error', async () => {
  aws.on(DescribeTableCommand).rejects(failure('ValidationException', 'Something'));
  await expect(look()).rejects.toThrow('Something');
});
