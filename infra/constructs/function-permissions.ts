import { Stack, Token, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';

import { tableShape } from '#functions/data/table-shape.ts';
import type { SecretName } from '#shared/secret-names.ts';

import type { StageConfig } from '../config.ts';
import type { FunctionRow } from '../functions.ts';
import { tableName } from './names.ts';

export type Resources = {
  stage: string;
  table: { tableArn: string; tableName: string };
  secrets: Readonly<Record<SecretName, { secretArn: string }>>;
  gateways?: readonly Gateway[];
  stream?: Stream;
};

export type Gateway = { id: string; apiId: string };

export type Stream = {
  streamArn: string;
  lostChanges: { queueArn: string };
};

const allow = (sid: string, actions: readonly string[], resources: string[]) =>
  new PolicyStatement({ sid, actions: [...actions], resources });

/** Returns the statements of a function's policy. No action contains a wildcard. */
export function functionPermissions(
  row: FunctionRow,
  resources: Resources,
  logs: LogGroup,
  { emailFrom, tracing }: Pick<StageConfig, 'emailFrom' | 'tracing'> = {},
): PolicyStatement[] {
  const { table, secrets } = resources;
  const actions = row.table.map((action) => `dynamodb:${action}`);
  const index = `${table.tableArn}/index/${tableShape.dueIndex.name}`;
  const secretArns = row.secrets.map((name) => secrets[name].secretArn);
  return [
    allow('Log', ['logs:CreateLogStream', 'logs:PutLogEvents'], [logs.logGroupArn]),
    ...(actions.length > 0 ? [allow('Table', actions, [table.tableArn])] : []),
    ...(row.readsDueIndex ? [allow('DueIndex', ['dynamodb:Query'], [index])] : []),
    ...(secretArns.length > 0 ? secretPermissions(secretArns) : []),
    ...(callsGateways(row, resources) ? [allow('Gateways', ['execute-api:Invoke'], gatewayArns(resources, logs))] : []),
    ...(row.sendsEmail && emailFrom ? [emailPermission(emailFrom, logs)] : []),
    ...(tracing === true ? [allow('Tracing', ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*'])] : []),
    ...(row.source === 'stream' && resources.stream ? streamPermissions(resources.stage, resources.stream, logs) : []),
  ];
}

/**
 * BatchGetSecretValue does not support resource-level permissions, but returns only secrets of the first statement.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_BatchGetSecretValue.html
 */
const secretPermissions = (arns: string[]): PolicyStatement[] => [
  allow('Secrets', ['secretsmanager:GetSecretValue'], arns),
  allow('SecretsTogether', ['secretsmanager:BatchGetSecretValue'], ['*']),
];

export const callsGateways = ({ secrets }: FunctionRow, { gateways = [] }: Resources): boolean =>
  gateways.length > 0 && secrets.includes('whatsapp');

/** In an ARN, the order is stage, method, path. */
const anyCall = '*/*/api/*';

const gatewayArns = ({ gateways = [] }: Resources, scope: LogGroup): string[] =>
  gateways.map(({ apiId }) =>
    Stack.of(scope).formatArn({ service: 'execute-api', resource: apiId, resourceName: anyCall }),
  );

/**
 * SES requires permission for the verified identity: the sender's address, its domain or a parent domain. A domain may
 * send from all its addresses, so a condition limits the statement to one.
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 */
function emailPermission(address: string, scope: LogGroup): PolicyStatement {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  const domains = labels.slice(0, -1).map((_, above) => labels.slice(above).join('.'));
  const identities = [address, ...domains].map((resourceName) =>
    Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName }),
  );
  const statement = allow('Email', ['ses:SendEmail'], identities);
  statement.addCondition('StringEquals', { 'ses:FromAddress': address });
  return statement;
}

const streamActions = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

const streamPermissions = (stage: string, { streamArn, lostChanges }: Stream, scope: LogGroup): PolicyStatement[] => [
  allow('Stream', streamActions, [streamArn]),
  allow('Streams', ['dynamodb:ListStreams'], [Stack.of(scope).formatArn(streamsOf(stage))]),
  allow('LostChanges', ['sqs:SendMessage'], [lostChanges.queueArn]),
];

const streamsOf = (stage: string) => ({
  service: 'dynamodb',
  resource: 'table',
  resourceName: `${tableName(stage)}/stream/*`,
});

export function acknowledgeAllResources(role: Role): void {
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'A call for several secrets has no resource, and returns only those that the role may read. A trace has none either',
  });
}

export function acknowledgeGateways(role: Role, { gateways = [] }: Resources): void {
  const { account, region, partition, ...stack } = placeOf(role);
  for (const { apiId } of gateways) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${partition}:execute-api:${region}:${account}:${stack.textOf(apiId)}/${anyCall}]`,
      reason: "A gateway's paths contain names of lines and groups, which change",
    });
  }
}

const placeOf = (role: Role) => {
  const stack = Stack.of(role);
  const { account, region, partition } = stack;
  return {
    region,
    partition,
    account: Token.isUnresolved(account) ? '<AWS::AccountId>' : account,
    textOf: (reference: string): string => JSON.stringify(stack.resolve(reference)),
  };
};

export function acknowledgeStreams(role: Role, stage: string): void {
  const { account, region, partition } = placeOf(role);
  const { service, resource, resourceName } = streamsOf(stage);
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:${partition}:${service}:${region}:${account}:${resource}/${resourceName}]`,
    reason:
      'Streams are listed by table. The name of a stream is the time of its creation, which is unknown at deployment',
  });
}
