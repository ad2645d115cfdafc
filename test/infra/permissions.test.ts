import { beforeAll, describe, expect, test } from 'vitest';

import { tableShape } from '#functions/data/table-shape.ts';
import { type FunctionRow, functions } from '#infra/functions.ts';

import { bothStages, full, lambdaOf, minimal, resourcesOf, templatesOf, type Templates } from './synthesised.ts';

type Statement = { Sid: string; Effect: string; Action: string | string[]; Resource: unknown; Condition?: unknown };

let templates: Templates;
beforeAll(() => {
  templates = templatesOf(full);
});

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

function roleOf(name: string) {
  const roles = {
    ...templates.api.findResources('AWS::IAM::Role'),
    ...templates.skill?.findResources('AWS::IAM::Role'),
  };
  return roles[lambdaOf(templates, name, 'full')?.Properties.Role['Fn::GetAtt'][0]];
}

const statementsOf = (name: string): Statement[] =>
  list(roleOf(name)?.Properties.Policies).flatMap((policy) => policy.PolicyDocument.Statement);

const asked = (row: FunctionRow): Record<string, string[]> => ({
  Tracing: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  Log: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  ...(row.table.length > 0 && { Table: row.table.map((action) => `dynamodb:${action}`).toSorted() }),
  ...(row.readsDueIndex && { DueIndex: ['dynamodb:Query'] }),
  ...(row.secrets.length > 0 && {
    Secrets: ['secretsmanager:GetSecretValue'],
    SecretsTogether: ['secretsmanager:BatchGetSecretValue'],
  }),
  ...(row.secrets.includes('whatsapp') && { Gateways: ['execute-api:Invoke'] }),
  ...(row.sendsEmail && { Email: ['ses:SendEmail'] }),
  ...(row.source === 'stream' && {
    Stream: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
    Streams: ['dynamodb:ListStreams'],
    LostChanges: ['sqs:SendMessage'],
  }),
});

const text = (value: unknown): string => JSON.stringify(value);
const byText = (one: string, other: string): number => (one < other ? -1 : 1);

const containing = (part: string) => expect.stringContaining(part);

/** A reference to another stack contains the exported name. */
const exported = (name: string) => expect.stringMatching(new RegExp(`:ExportsOutput${name}\\w+"}$`));

describe.each(functions)('permissions of $name', (row) => {
  test('grants $name exactly the actions of its row', () => {
    const granted = statementsOf(row.name).map(({ Sid, Action }) => [Sid, list(Action).toSorted()]);
    expect(Object.fromEntries(granted)).toEqual(asked(row));
    expect(statementsOf(row.name).every(({ Effect }) => Effect === 'Allow')).toBe(true);
  });

  test(
    "grants access only to the function's log, the table and the secrets of its row",
    { tags: 'threat-function-takeover' },
    () => {
      const on = statementsOf(row.name).map(({ Sid, Resource }) => [Sid, list(Resource).map(text).toSorted(byText)]);
      expect(Object.fromEntries(on)).toEqual({
        Log: [containing('Logs')],
        Tracing: ['"*"'],
        ...(row.table.length > 0 && { Table: [exported('FnGetAttTable\\w+Arn')] }),
        ...(row.readsDueIndex && { DueIndex: [containing(`/index/${tableShape.dueIndex.name}"`)] }),
        ...(row.secrets.length > 0 && {
          Secrets: row.secrets.toSorted(byText).map((name) => exported(`RefSecret${name}`)),
          SecretsTogether: ['"*"'],
        }),
        ...(row.secrets.includes('whatsapp') && { Gateways: [containing('GatewayDoormain')] }),
        ...(row.sendsEmail && {
          Email: [
            containing('identity/alexa@recado.example.com"'),
            containing('identity/example.com"'),
            containing('identity/recado.example.com"'),
          ],
        }),
        ...(row.source === 'stream' && {
          Stream: [exported('FnGetAttTable\\w+StreamArn')],
          Streams: [containing(':table/recado-full-table/stream/*"')],
          LostChanges: [containing('LostChanges')],
        }),
      });
    },
  );

  test('gives $name its own role without managed policies', () => {
    const { ManagedPolicyArns, AssumeRolePolicyDocument } = roleOf(row.name)?.Properties ?? {};
    expect(ManagedPolicyArns).toBeUndefined();
    expect(AssumeRolePolicyDocument.Statement).toHaveLength(1);
    expect(AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Service: 'lambda.amazonaws.com' });
  });
});

test('allows full table scans only to resealing and account deletion, and e-mail only with a configured sender', () => {
  expect(functions.filter(({ table }) => table.includes('Scan')).map(({ name }) => name)).toEqual([
    'schedules',
    'account-jobs',
  ]);
  const policies = JSON.stringify(templatesOf(minimal).api.findResources('AWS::IAM::Role'));
  expect(policies).toContain('dynamodb:Scan');
  expect(policies).not.toContain('ses:');
});

test('allows mail only from the configured address, whichever SES identity verifies it', () => {
  const [row] = functions.filter(({ sendsEmail }) => sendsEmail);
  const statement = statementsOf(row?.name ?? '').find(({ Sid }) => Sid === 'Email');
  expect(statement).toMatchObject({ Condition: { StringEquals: { 'ses:FromAddress': 'alexa@recado.example.com' } } });
});

test.each(bothStages)('grants no function all actions or all resources, with %s', (_name, config) => {
  const { api, skill, skillEurope } = templatesOf(config);
  const roles = [api, ...(skill ? [skill] : []), ...(skillEurope ? [skillEurope] : [])].flatMap((template) => [
    ...resourcesOf(template, 'AWS::IAM::Role').flatMap(({ Properties }) => Properties.Policies ?? []),
    ...resourcesOf(template, 'AWS::IAM::Policy').map(({ Properties }) => Properties),
  ]);
  const statements: Statement[] = roles.flatMap((policy) => policy.PolicyDocument.Statement);
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.flatMap(({ Action }) => list(Action)).filter((action) => action.includes('*'))).toEqual([]);
  // Traces are not resources. A call for several secrets has none; it returns those that `Secrets` allows.
  const everything = statements.filter(({ Resource }) => list(Resource).includes('*'));
  expect(new Set(everything.map(({ Sid }) => Sid))).toEqual(
    new Set(['SecretsTogether', ...(config.tracing === true ? ['Tracing'] : [])]),
  );
  // Streams are listed by table and have no fixed names; paths of gateways contain session names; CodeDeploy and its check
  // call versions, whose numbers change.
  const wild = statements.filter((one) => text(one.Resource).includes('*') && !everything.includes(one));
  expect(new Set(wild.map(({ Sid }) => Sid))).toEqual(
    new Set(['Streams', 'Versions', undefined, ...(config.whatsapp ? ['Gateways'] : [])]),
  );
});
