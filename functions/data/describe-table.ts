import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';

import type { Table } from './table.ts';

export type TableDescription =
  | { outcome: 'found'; account: string }
  | { outcome: 'noTable' | 'noCredentials' | 'refused' | 'unreachable'; why: string };

/** Checks whether the table exists, and returns its AWS account. */
export async function describeTable({ doc, name }: Table): Promise<TableDescription> {
  try {
    const { Table: table } = await doc.send(new DescribeTableCommand({ TableName: name }));
    return { outcome: 'found', account: table?.TableArn?.split(':')[4] ?? '' };
  } catch (error) {
    const outcome = error instanceof Error ? outcomeOf(error) : undefined;
    if (outcome === undefined || !(error instanceof Error)) throw error;
    return { outcome, why: firstLine(error) };
  }
}

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html and, for a profile that
 * assumes a role, https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html: STS omits the "Exception" of
 * DynamoDB's names, so its `AccessDenied` is a refused role and DynamoDB's `AccessDeniedException` a refused table.
 */
const byName: Readonly<Record<string, Exclude<TableDescription['outcome'], 'found'>>> = {
  ResourceNotFoundException: 'noTable',
  CredentialsProviderError: 'noCredentials',
  TokenProviderError: 'noCredentials',
  UnrecognizedClientException: 'noCredentials',
  InvalidSignatureException: 'noCredentials',
  IncompleteSignatureException: 'noCredentials',
  MissingAuthenticationTokenException: 'noCredentials',
  ExpiredTokenException: 'noCredentials',
  AccessDenied: 'noCredentials',
  InvalidClientTokenId: 'noCredentials',
  SignatureDoesNotMatch: 'noCredentials',
  ExpiredToken: 'noCredentials',
  ValidationError: 'noCredentials',
  RegionDisabledException: 'noCredentials',
  AccessDeniedException: 'refused',
  OptInRequired: 'refused',
  TimeoutError: 'unreachable',
};

const notReached = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT'];

function outcomeOf(error: Error): Exclude<TableDescription['outcome'], 'found'> | undefined {
  if (Object.hasOwn(byName, error.name)) return byName[error.name];
  // `server`: DynamoDB or STS itself failed.
  const isDown = '$fault' in error && error.$fault === 'server';
  return isDown || ('code' in error && notReached.includes(String(error.code))) ? 'unreachable' : undefined;
}

const firstLine = ({ name, message }: Error): string => message.split('\n')[0]?.replace(/\.$/, '') || name;
