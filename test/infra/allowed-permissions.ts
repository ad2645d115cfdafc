import type { StageConfig } from '#infra/config.ts';
import { deployedFunctions } from '#infra/deployed-functions.ts';
import { isInvokedByAlexa, type FunctionRow } from '#infra/functions.ts';
import { hostedShards } from '#infra/gateway-settings.ts';
import { routeKeysOf, routePathOf } from '#shared/contracts/endpoint.ts';

/** Owner, statement on one line, reason. */
export type AllowedPermission = readonly [owner: string, statement: string, reason: string];

const inId = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '');

const allow = (actions: readonly string[], resources: readonly string[]): string =>
  `Action: ${actions.toSorted().join(' ')} | Effect: Allow | Resource: ${resources.toSorted().join(' ')}`;

const mayBe = (service: string): string => `Action: sts:AssumeRole | Effect: Allow | Principal: Service=${service}`;

type Place = { stack: string; table: string; secret: (name: string) => string };

const here = (stack: string): Place => ({
  stack,
  table: '<<FnGetAttTableArn>>',
  secret: (name) => `<<RefSecret${name}>>`,
});

function faraway({ name: stage }: StageConfig, account: string): Place {
  const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${account}:${resource}`;
  return {
    stack: 'skillEurope',
    table: arn('dynamodb', `table/recado-${stage}-table`),
    secret: (name) => arn('secretsmanager', `secret:recado/${stage}/${name}-??????`),
  };
}

function rowPermissions(
  row: FunctionRow,
  config: StageConfig,
  account: string,
  { stack, table, secret }: Place,
): AllowedPermission[] {
  const owner = `${stack}/Function${inId(row.name)}Role`;
  const sender = row.sendsEmail ? config.emailFrom : undefined;
  const gateways = row.secrets.includes('whatsapp') ? hostedShards(config.whatsapp) : [];
  const gatewayApi = (shard: string) =>
    `arn:aws:execute-api:us-east-1:${account}:<<Recado-${config.name}-messaging.GatewayDoor${shard}>>/*/*/api/*`;
  const said: [boolean, string, string][] = [
    [true, mayBe('lambda.amazonaws.com'), 'Lambda runs it, and nobody else'],
    [
      true,
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [`<Function${inId(row.name)}Logs.Arn>`]),
      'its own log',
    ],
    [
      row.table.length > 0,
      allow(
        row.table.map((action) => `dynamodb:${action}`),
        [table],
      ),
      'the actions of its row',
    ],
    [row.readsDueIndex !== undefined, allow(['dynamodb:Query'], [`${table}/index/due`]), 'work that is due'],
    [row.secrets.length > 0, allow(['secretsmanager:GetSecretValue'], row.secrets.map(secret)), 'secrets of its row'],
    [
      row.secrets.length > 0,
      allow(['secretsmanager:BatchGetSecretValue'], ['*']),
      'one call for all of them; it has no resource, and returns only what the line above allows',
    ],
    [
      gateways.length > 0,
      allow(
        ['execute-api:Invoke'],
        gateways.map(({ id }) => gatewayApi(id)),
      ),
      'gateways of our own',
    ],
    [
      sender !== undefined,
      allow(
        ['ses:SendEmail'],
        identitiesOf(sender ?? '').map((identity) => `arn:aws:ses:us-east-1:${account}:identity/${identity}`),
      ).replace(' | Effect', ` | Condition: StringEquals=ses:FromAddress=${sender ?? ''} | Effect`),
      'mails to people, from the one sender, under any verified identity',
    ],
    [
      config.tracing === true,
      allow(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], ['*']),
      'a trace is no resource, so it has no name',
    ],
    ...(row.source === 'stream' ? streamPermissions(config, account) : []),
  ];
  return said.flatMap(([there, says, because]): AllowedPermission[] => (there ? [[owner, says, because]] : []));
}

/** The address, its domain and the parent domains. */
const identitiesOf = (sender: string): string[] => {
  const domain = sender.replace(/.*@/, '');
  return [sender, domain, ...[...domain.matchAll(/\.(?=.*\.)/g)].map(({ index }) => domain.slice(index + 1))];
};

const streamPermissions = ({ name }: StageConfig, account: string): [boolean, string, string][] => {
  const reading = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];
  const streams = `arn:aws:dynamodb:us-east-1:${account}:table/recado-${name}-table/stream/*`;
  return [
    [true, allow(reading, ['<<FnGetAttTableStreamArn>>']), 'the changes that wake it'],
    [true, allow(['dynamodb:ListStreams'], [streams]), 'streams are listed by table'],
    [true, allow(['sqs:SendMessage'], ['<LostChanges.Arn>']), 'queue for changes that it could not process'],
  ];
};

function callersOf(
  row: FunctionRow,
  { name: stage, skillId }: StageConfig,
  account: string,
  stack: string,
): AllowedPermission[] {
  const id = inId(row.name);
  const call = `Action: lambda:InvokeFunction`;
  const of = `FunctionName: <Function${id}Live>`;
  const endpoints = (row.contracts ?? []).flatMap((contract) => Object.values(contract));
  const api = `arn:aws:execute-api:us-east-1:${account}:<<RefApi>>/*/*`;
  const clocks = typeof row.source === 'object' ? row.source.flatMap(({ input }) => Object.values(input)) : [];
  return [
    ...endpoints.flatMap((endpoint) =>
      routeKeysOf(endpoint).map((key): AllowedPermission => [
        `${stack}/Function${id}${inId(key)}Integration${id}Permission`,
        `${call} | ${of} | Principal: apigateway.amazonaws.com | SourceArn: ${api}${routePathOf(endpoint)}`,
        'our API, on the path of its contract',
      ]),
    ),
    ...clocks.map((job): AllowedPermission => [
      `${stack}/Function${id}LambdaClock${job}AllowEventRuleRecado${stage}${stack}Function${id}Live`,
      `${call} | ${of} | Principal: events.amazonaws.com | SourceArn: <Function${id}LambdaClock${job}.Arn>`,
      'its own clock',
    ]),
    ...((row.source === 'alexa' || row.source === 'skillEvents') && skillId !== undefined
      ? [
          [
            `${stack}/Function${id}LiveAlexa`,
            `${call} | EventSourceToken: ${skillId} | ${of} | Principal: ${row.source === 'alexa' ? 'alexa-connectedhome' : 'alexa-appkit'}.amazon.com`,
            'Alexa, for our skill alone',
          ] satisfies AllowedPermission,
        ]
      : []),
  ];
}

const onlyTls = (action: string, resources: string, principal: string): string =>
  `Action: ${action} | Condition: Bool=aws:SecureTransport=false | Effect: Deny | Principal: ${principal} | Resource: ${resources}`;

function otherPermissions(config: StageConfig, account: string): AllowedPermission[] {
  const { account: known } = config;
  const files = '<Web.Arn> <Web.Arn>/*';
  const distribution = 'arn:<AWS::Partition>:cloudfront::<AWS::AccountId>:distribution/<CdnDistribution>';
  const helper = 'edge/CustomCDKBucketDeployment256MiBServiceRole';
  const assets =
    known === undefined
      ? 'arn:aws:s3:::Fn::Sub=cdk-hnb659fds-assets-${AWS::AccountId}-us-east-1'
      : `arn:aws:s3:::cdk-hnb659fds-assets-${known}-us-east-1`;
  const read = ['s3:GetBucket*', 's3:GetObject*', 's3:List*'];
  const put = ['', 'LegalHold', 'Retention', 'Tagging', 'VersionTagging'].map((what) => `s3:PutObject${what}`);
  const topics = ['observability', ...(config.skillInEurope ? ['observabilityEurope'] : [])];
  const publish = `Action: sns:Publish | Condition: StringEquals=aws:SourceAccount=${account} | Effect: Allow`;
  return [
    ['edge/WebPolicy', onlyTls('s3:*', files, 'AWS=*'), 'TLS only'],
    [
      'edge/WebPolicy',
      `Action: s3:* | Condition: NumericLessThan=s3:TlsVersion=1.2 | Effect: Deny | Principal: AWS=* | Resource: ${files}`,
      'nothing over an old protocol',
    ],
    [
      'edge/WebPolicy',
      `Action: s3:GetObject s3:ListBucket | Condition: StringEquals=AWS:SourceArn=${distribution} | Effect: Allow | ` +
        `Principal: Service=cloudfront.amazonaws.com | Resource: ${files}`,
      'our CDN shows pages, and returns 404 for a missing one',
    ],
    [helper, mayBe('lambda.amazonaws.com'), 'the function of CDK that copies the web app'],
    [helper, 'managed: arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole', 'its log'],
    [`${helper}DefaultPolicy`, allow(read, [assets, `${assets}/*`]), 'it reads the files of a deployment'],
    [
      `${helper}DefaultPolicy`,
      allow([...read, ...put, 's3:Abort*', 's3:DeleteObject*'], [files]),
      'it writes them to the bucket of the web app',
    ],
    ['api/LostChangesPolicy', onlyTls('sqs:*', '<LostChanges.Arn>', 'AWS=*'), 'TLS only'],
    ...topics.flatMap((stack): AllowedPermission[] => [
      [`${stack}/AlarmsPolicy`, onlyTls('sns:Publish', '<Alarms>', '*'), 'TLS only'],
      ...['cloudwatch', 'budgets'].map((service): AllowedPermission => [
        `${stack}/AlarmsPolicy`,
        `${publish} | Principal: Service=${service}.amazonaws.com | Resource: <Alarms>`,
        'alarms and the budget of this account',
      ]),
    ]),
  ];
}

function gatewayPermissions(config: StageConfig): AllowedPermission[] {
  const [, account = '', , repository = ''] =
    /^(\d+)\.[^/]+(\/)(.*)@/.exec(config.whatsapp?.hosting?.image ?? '') ?? [];
  const pull = ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];
  return hostedShards(config.whatsapp).flatMap(({ id }): AllowedPermission[] => {
    const owner = `messaging/Gateway${inId(id)}ExecutionRole`;
    const [key, logs] = [`<Gateway${inId(id)}Key>`, `<Gateway${inId(id)}Logs.Arn>`];
    return [
      [owner, mayBe('ecs-tasks.amazonaws.com'), 'Fargate starts the gateway with it'],
      [owner, allow(pull, [`arn:aws:ecr:us-east-1:${account}:repository/${repository}`]), 'its image'],
      [owner, allow(['ecr:GetAuthorizationToken'], ['*']), 'a registry has one sign-in for all repositories'],
      [owner, allow(['secretsmanager:GetSecretValue'], [key, '<DatabaseUrl>']), 'its key and its database'],
      [owner, allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logs]), 'its own log'],
      [
        `messaging/Gateway${inId(id)}TaskRole`,
        mayBe('ecs-tasks.amazonaws.com'),
        'the gateway itself, which may do nothing',
      ],
    ];
  });
}

function rolloutPermissions(
  rows: readonly FunctionRow[],
  config: StageConfig,
  account: string,
  stack: string,
): AllowedPermission[] {
  if (config.rollout === 'atOnce' || rows.length === 0) return [];
  const names = rows.map(({ name }) => inId(name));
  const region = stack === 'skillEurope' ? 'eu-west-1' : 'us-east-1';
  const application = '<RolloutApplication>';
  const groups = names.map(
    (name) => `arn:aws:codedeploy:${region}:${account}:deploymentgroup:${application}/<Rollout${name}>`,
  );
  const [role, check] = [`${stack}/RolloutRole`, `${stack}/RolloutCheckRole`];
  return [
    [role, mayBe('codedeploy.amazonaws.com'), 'only CodeDeploy assumes it'],
    [
      role,
      'managed: arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited',
      'moves aliases',
    ],
    [
      `${role}DefaultPolicy`,
      allow(['lambda:InvokeFunction'], ['<RolloutCheck.Arn>', '<RolloutCheck.Arn>:*']),
      'invokes the check before it moves an alias',
    ],
    [check, mayBe('lambda.amazonaws.com'), 'only Lambda assumes it'],
    [check, allow(['logs:CreateLogStream', 'logs:PutLogEvents'], ['<RolloutLogs.Arn>']), 'its log'],
    [
      check,
      allow(
        ['codedeploy:GetApplicationRevision'],
        [`arn:aws:codedeploy:${region}:${account}:application:${application}`],
      ),
      'finds the version of a deployment',
    ],
    [
      check,
      allow(
        ['lambda:InvokeFunction'],
        names.map((name) => `<Function${name}Lambda.Arn>:*`),
      ),
      'invokes that version',
    ],
    [
      `${check}DefaultPolicy`,
      allow(['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'], groups),
      'reports the result to CodeDeploy',
    ],
  ];
}

function backupPermissions({ backupCopies }: StageConfig): AllowedPermission[] {
  if (backupCopies === undefined) return [];
  const policy = 'service-role/AWSBackupServiceRolePolicyForBackup';
  return [
    ['backup/Role', mayBe('backup.amazonaws.com'), 'AWS Backup, and nobody else'],
    ['backup/Role', `managed: arn:<AWS::Partition>:iam::aws:policy/${policy}`, 'what a backup and its copy need'],
  ];
}

function pipelinePermissions({ pipeline, canary, name }: StageConfig, account: string): AllowedPermission[] {
  if (pipeline === undefined) return [];
  const { repository, branch, environment = name, providerExists } = pipeline;
  const issuer = 'token.actions.githubusercontent.com';
  const provider = providerExists ? `arn:aws:iam::${account}:oidc-provider/${issuer}` : '<GitHub.Arn>';
  const run = (subject: string) =>
    `Action: sts:AssumeRoleWithWebIdentity | Condition: StringEquals=${issuer}:aud=sts.amazonaws.com & ` +
    `${issuer}:sub=repo:${repository}:${subject} | Effect: Allow | Principal: Federated=${provider}`;
  const bootstrapped = (...parts: string[]) =>
    parts.map((part) => `arn:aws:iam::${account}:role/cdk-hnb659fds-${part}-role-${account}-*`);
  return [
    ['pipeline/Diff', run(`ref:refs/heads/${branch}`), 'workflow runs of the branch may compare'],
    ['pipeline/Diff', allow(['sts:AssumeRole'], bootstrapped('lookup')), 'the lookup role of CDK'],
    ['pipeline/Deploy', run(`environment:${environment}`), 'approved workflow runs may deploy'],
    [
      'pipeline/Deploy',
      allow(['sts:AssumeRole'], bootstrapped('deploy', 'file-publishing', 'lookup')),
      'the roles of CDK that deploy',
    ],
    [
      'pipeline/Deploy',
      allow(
        ['cloudformation:DescribeStacks'],
        [`arn:aws:cloudformation:us-east-1:${account}:stack/Recado-${name}-edge/*`],
      ),
      'finds the address for the smoke test',
    ],
    ...(canary
      ? [
          [
            'pipeline/Deploy',
            allow(
              ['lambda:InvokeFunction'],
              [`arn:aws:lambda:us-east-1:${account}:function:recado-${name}-canary:live`],
            ),
            'runs the canary in the smoke test',
          ] satisfies AllowedPermission,
        ]
      : []),
  ];
}

/** Every permission that a stage may grant, with its reason. */
export function allowedPermissions(config: StageConfig): AllowedPermission[] {
  const account = config.account ?? '<AWS::AccountId>';
  const places = (row: FunctionRow): Place[] => {
    if (!isInvokedByAlexa(row)) return [here('api')];
    if (config.skillId === undefined) return [];
    return [here('skill'), ...(config.skillInEurope && row.source === 'alexa' ? [faraway(config, account)] : [])];
  };
  const placed = deployedFunctions(config).flatMap((row) => places(row).map((place) => ({ row, place })));
  const functionPermissions = placed.flatMap(({ row, place }) => [
    ...rowPermissions(row, config, account, place),
    ...callersOf(row, config, account, place.stack),
  ]);
  const rollouts = Object.entries(Object.groupBy(placed, ({ place }) => place.stack)).flatMap(([stack, its = []]) =>
    rolloutPermissions(
      its.map(({ row }) => row),
      config,
      account,
      stack,
    ),
  );
  return [
    ...functionPermissions,
    ...rollouts,
    ...otherPermissions(config, account),
    ...gatewayPermissions(config),
    ...backupPermissions(config),
    ...pipelinePermissions(config, account),
  ];
}
