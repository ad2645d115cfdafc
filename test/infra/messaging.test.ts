import { describe, expect, test } from 'vitest';

import { readConfig } from '#functions/platform/config.ts';
import { parseStage } from '#infra/config.ts';
import { functions } from '#infra/functions.ts';

import { plain } from './statements.ts';
import { appOf, full, lambdaOf, minimal, resourcesOf, templatesOf } from './synthesised.ts';

const { name: _full, whatsapp, ...others } = full;

const two = parseStage('two', {
  ...others,
  whatsapp: {
    shards: ['main', 'second-one'].map((id) => ({ id, task: {} })),
    hosting: { image: whatsapp?.hosting?.image },
  },
});

const of = (type: string, config = full) => {
  const { messaging } = templatesOf(config);
  return messaging ? resourcesOf(messaging, type) : [];
};
const properties = (type: string, config = full) => of(type, config).map(({ Properties }) => Properties);
const container = () => properties('AWS::ECS::TaskDefinition')[0].ContainerDefinitions[0];

test('there is no stack for gateways until one has a task, and a gateway that runs elsewhere is no reason for one', () => {
  const elsewhere = parseStage('away', { whatsapp: { shards: [{ id: 'a', url: 'https://a.example.com' }] } });
  expect([minimal, elsewhere, full].map((config) => appOf(config).stacks.messaging?.stackName)).toEqual([
    undefined,
    undefined,
    'Recado-full-messaging',
  ]);
});

describe('a gateway of ours', () => {
  test('is one service with exactly one task per shard, the old one gone before the new one starts', () => {
    const services = properties('AWS::ECS::Service', two);
    expect(services.map(({ ServiceName }) => ServiceName)).toEqual(['main', 'second-one']);
    for (const service of services) {
      expect(service).toMatchObject({
        DesiredCount: 1,
        LaunchType: 'FARGATE',
        AvailabilityZoneRebalancing: 'DISABLED',
        DeploymentConfiguration: {
          MinimumHealthyPercent: 0,
          MaximumPercent: 100,
          DeploymentCircuitBreaker: { Enable: true, Rollback: true },
        },
      });
    }
  });

  test('runs the image that the settings name, by its digest and from our own registry', () => {
    const image = plain(container().Image).replace('<AWS::URLSuffix>', 'amazonaws.com');
    expect(image).toBe(whatsapp?.hosting?.image);
    expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });

  test('starts as a closed WAHA with the engine that we know, which keeps and fetches nothing that it need not', () => {
    const environment: { Name: string; Value: string }[] = container().Environment;
    expect(Object.fromEntries(environment.map(({ Name, Value }) => [Name, Value]))).toEqual({
      WHATSAPP_DEFAULT_ENGINE: 'GOWS',
      WAHA_WORKER_ID: 'main',
      WAHA_DASHBOARD_ENABLED: 'false',
      WHATSAPP_SWAGGER_ENABLED: 'false',
      WAHA_LOG_FORMAT: 'JSON',
      WAHA_LOG_LEVEL: 'warn',
      WAHA_HTTP_LOG_LEVEL: 'warn',
      WAHA_PRINT_QR: 'False',
      WHATSAPP_DOWNLOAD_MEDIA: 'false',
    });
  });

  test('has a name of its own for its numbers, so that it starts those again and no others', () => {
    const ids = properties('AWS::ECS::TaskDefinition', two).map(
      ({ ContainerDefinitions: [{ Environment }] }) =>
        Environment.find(({ Name }: { Name: string }) => Name === 'WAHA_WORKER_ID').Value,
    );
    expect(ids).toEqual(['main', 'second-one']);
  });

  test('gets the hash of its key and its database from Secrets Manager, by name, and is locked until a person sets it', () => {
    const secrets: { Name: string; ValueFrom: unknown }[] = container().Secrets;
    expect(secrets.map(({ Name, ValueFrom }) => [Name, plain(ValueFrom)])).toEqual([
      ['WAHA_API_KEY', '<GatewaymainKey>'],
      ['WHATSAPP_SESSIONS_POSTGRESQL_URL', '<DatabaseUrl>'],
    ]);
    const key = properties('AWS::SecretsManager::Secret').find(({ Name }) => Name === 'recado/full/gateway-key-main');
    expect(key.GenerateSecretString.PasswordLength).toBe(64);
    expect(JSON.stringify(templatesOf(full).messaging?.toJSON())).not.toMatch(/sha512:[0-9a-f]/);
  });

  test('starts once its ways in and out are there, since a task without them fails', () => {
    const [service] = of('AWS::ECS::Service');
    const before: string[] = service?.['DependsOn'];
    const ways = [
      'AWS::EC2::SecurityGroupIngress',
      'AWS::EC2::SecurityGroupEgress',
      'AWS::EC2::Route',
      'AWS::RDS::DBInstance',
    ];
    const ids = ways.flatMap((type) => Object.keys(templatesOf(full).messaging?.findResources(type) ?? {}));
    const needed = ids.filter((id) => !id.startsWith('Links'));
    expect(needed.length).toBeGreaterThan(5);
    expect(needed.filter((id) => !before.includes(id))).toEqual([]);
  });

  test('has the size that the settings say, on the processor that the image is made for', () => {
    expect(properties('AWS::ECS::TaskDefinition')[0]).toMatchObject({
      Cpu: '1024',
      Memory: '2048',
      RuntimePlatform: { CpuArchitecture: 'X86_64', OperatingSystemFamily: 'LINUX' },
    });
  });

  test('is checked by its ping, never by its health, and has two minutes to stop', () => {
    const { HealthCheck, StopTimeout } = container();
    expect(StopTimeout).toBe(120);
    expect(HealthCheck.Command.join(' ')).toContain(`fetch('http://127.0.0.1:3000/ping')`);
    expect(HealthCheck.Command.join(' ')).not.toContain('/health');
  });

  test('keeps its log for two weeks, without the text of messages or calls', () => {
    const [log] = properties('AWS::Logs::LogGroup').filter(({ LogGroupName }) => LogGroupName.startsWith('/ecs/'));
    expect(log).toMatchObject({ LogGroupName: '/ecs/recado-full-gateway-main', RetentionInDays: 14 });
    const hidden: { Regex: string }[] = log.DataProtectionPolicy.Configuration.CustomDataIdentifier;
    const readable = (line: string) =>
      hidden.reduce((text, { Regex }) => text.replaceAll(new RegExp(Regex, 'g'), '*'), line);
    const failed = '{"level":50,"request":{"path":"/api/sendText","body":{"session":"zb-1","text":"Oi, tudo bem"}}}';
    expect(readable(failed)).toMatch(/^\{"level":50,"request":\{"path":"\/api\/sendText","\*/);
    expect(readable(failed)).not.toContain('Oi');
    expect(readable(String.raw`{"msg":"{\"conversation\":\"acender, já\"}"}`)).not.toContain('acender');
    // CloudWatch takes letters, digits and these.
    expect(hidden.filter(({ Regex }) => /[^\w#=@/;,\- ^$?[\]{}|\\*+.]/.test(Regex))).toEqual([]);
  });
});

describe('around it', () => {
  test('nothing takes a connection from outside: APIs call gateways, gateways call their database and the web', () => {
    const named = (group: unknown) => plain(group).replace('.GroupId', '');
    const rules = [
      ...properties('AWS::EC2::SecurityGroupIngress').map(
        (rule) => `${named(rule.SourceSecurityGroupId)} > ${named(rule.GroupId)} ${rule.FromPort}`,
      ),
      ...properties('AWS::EC2::SecurityGroupEgress').map(
        (rule) => `${named(rule.GroupId)} > ${named(rule.DestinationSecurityGroupId)} ${rule.FromPort}`,
      ),
    ];
    expect(new Set(rules)).toEqual(new Set(['<Links> > <Tasks> 3000', '<Tasks> > <DatabaseGroup> 5442']));
    const groups = properties('AWS::EC2::SecurityGroup');
    expect(groups.flatMap(({ SecurityGroupIngress = [] }) => SecurityGroupIngress)).toEqual([]);
    const out = groups.flatMap(({ SecurityGroupEgress = [] }) => SecurityGroupEgress);
    const open = out.filter(({ CidrIp }) => CidrIp !== '255.255.255.255/32');
    expect(open).toMatchObject([{ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443, IpProtocol: 'tcp' }]);
  });

  test('tasks leave through one address that outlives the stack, where the settings want that', () => {
    const [service] = properties('AWS::ECS::Service');
    expect(service.NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp).toBe('DISABLED');
    expect(of('AWS::EC2::EIP')).toMatchObject([
      { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' },
    ]);
    expect(of('AWS::EC2::NatGateway')).toHaveLength(1);
  });

  test('tasks leave through an address each where the settings do not ask for a fixed one', () => {
    for (const service of properties('AWS::ECS::Service', two)) {
      expect(service.NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp).toBe('ENABLED');
    }
    expect([...of('AWS::EC2::EIP', two), ...of('AWS::EC2::NatGateway', two)]).toEqual([]);
  });

  test('networks are placed where links of API Gateway exist, in every account', () => {
    const zones = properties('AWS::EC2::Subnet').map(({ AvailabilityZoneId }) => AvailabilityZoneId);
    expect(new Set(zones)).toEqual(new Set(['use1-az1', 'use1-az2']));
  });
});

describe('the database', () => {
  const database = () => of('AWS::RDS::DBInstance')[0];

  test('is PostgreSQL that only gateways reach, encrypted, backed up, and not deleted in passing', () => {
    expect(database()).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        Engine: 'postgres',
        DBInstanceIdentifier: 'recado-full-gateways',
        DBInstanceClass: 'db.t4g.small',
        AllocatedStorage: '20',
        StorageType: 'gp3',
        StorageEncrypted: true,
        PubliclyAccessible: false,
        DeletionProtection: true,
        BackupRetentionPeriod: 14,
      },
    });
  });

  test('has room for the connections of many numbers', () => {
    const [{ Parameters }] = properties('AWS::RDS::DBParameterGroup');
    expect(Number(Parameters.max_connections)).toBe(220);
  });

  test('has a password that no template holds, and that needs no escaping in an address', () => {
    const secrets = properties('AWS::SecretsManager::Secret');
    const own = secrets.find(({ Name }) => Name === 'recado/full/gateway-database');
    for (const sign of '@:/?#[]%& "\'\\') expect(own.GenerateSecretString.ExcludeCharacters).toContain(sign);
    const url = secrets.find(({ Name }) => Name === 'recado/full/gateway-database-url');
    expect(plain(url.SecretString)).toMatch(
      /^postgres:\/\/gateways:\{\{resolve:secretsmanager:<DatabasePassword>:SecretString:password::\}\}@<DatabaseInstance\.Endpoint\.Address>:5442\/postgres\?/,
    );
  });
});

describe('the API of a gateway', () => {
  test('lets in whom IAM lets in, on the paths of its API alone, and waits as long as API Gateway can', () => {
    const routes = properties('AWS::ApiGatewayV2::Route');
    expect(new Set(routes.map(({ RouteKey }) => RouteKey))).toEqual(
      new Set(['DELETE', 'GET', 'POST', 'PUT'].map((method) => `${method} /api/{proxy+}`)),
    );
    expect(routes.filter(({ AuthorizationType }) => AuthorizationType !== 'AWS_IAM')).toEqual([]);
    for (const integration of properties('AWS::ApiGatewayV2::Integration')) {
      expect(integration).toMatchObject({
        ConnectionType: 'VPC_LINK',
        IntegrationType: 'HTTP_PROXY',
        IntegrationUri: { 'Fn::GetAtt': [expect.stringContaining('CloudmapService'), 'Arn'] },
      });
      // The default is 30 s, the maximum.
      expect(integration.TimeoutInMillis).toBeUndefined();
    }
  });

  test('puts nothing in front of paths, and finds the task by a record that names its port', () => {
    expect(properties('AWS::ApiGatewayV2::Stage')).toMatchObject([{ StageName: '$default' }]);
    expect(properties('AWS::ServiceDiscovery::Service')).toMatchObject([
      { Name: 'main', DnsConfig: { DnsRecords: [{ Type: 'SRV' }] } },
    ]);
    expect(properties('AWS::ECS::Service')[0].ServiceRegistries).toMatchObject([{ ContainerPort: 3000 }]);
    expect(of('AWS::ElasticLoadBalancingV2::LoadBalancer')).toEqual([]);
  });

  test('is one for each gateway, since its address is all that distinguishes calls', () => {
    expect(properties('AWS::ApiGatewayV2::Api', two).map(({ Name }) => Name)).toEqual([
      'recado-two-gateway-main',
      'recado-two-gateway-second-one',
    ]);
    expect(properties('AWS::ApiGatewayV2::VpcLink', two)).toHaveLength(1);
  });

  test('writes down nothing of the calls', () => {
    const [{ AccessLogSettings }] = properties('AWS::ApiGatewayV2::Stage');
    expect(AccessLogSettings.Format).not.toMatch(/path|ip|userAgent|identity|authorizer|querystring/i);
  });
});

describe('functions', () => {
  const reaching = functions.filter(({ secrets, source }) => secrets.includes('whatsapp') && source !== 'alexa');
  const settingsOf = (name: string) => {
    const variables: Record<string, unknown> = lambdaOf(templatesOf(full), name, 'full')?.Properties.Environment
      .Variables;
    const known = Object.entries(variables).map(([key, value]) => [key, plain(value).replaceAll(/<<.*?[.]|>>/g, '')]);
    return readConfig(Object.fromEntries(known));
  };

  test.each(reaching)('$name reaches a gateway of ours through its API, and another at its own address', ({ name }) => {
    expect(settingsOf(name).WHATSAPP_SHARDS).toEqual([
      {
        id: 'main',
        vendor: 'waha',
        url: 'https://GatewayDoormain.execute-api.us-east-1.amazonaws.com',
        capacity: 25,
        draining: false,
        auth: 'iam',
      },
      { id: 'other', vendor: 'waha', url: 'https://gateway.recado.example.com', capacity: 25, draining: false },
    ]);
  });

  test('hold on to no gateway: what they know of it they read when they are deployed', () => {
    const outputs = templatesOf(full).messaging?.findOutputs('*') ?? {};
    expect(Object.values(outputs).filter(({ Export }) => Export !== undefined)).toEqual([]);
    const imports = JSON.stringify(templatesOf(full).api.toJSON()).match(/Fn::ImportValue":"[^"]*messaging/g);
    expect(imports).toBeNull();
    expect(Object.keys(outputs)).toContain('GatewayDoormain');
  });

  test('that have no business with gateways do not know them', () => {
    const strangers = functions.filter(({ secrets, source }) => !secrets.includes('whatsapp') && source !== 'alexa');
    expect(strangers.filter(({ name }) => settingsOf(name).WHATSAPP_SHARDS.length > 0)).toEqual([]);
  });
});

test.each([
  ['memory of a task', 'gateway-memory', 85, 3],
  ['space in the database', 'gateway-database-full', 20 * 1024 ** 3 * 0.1, 1],
  ['connections to the database', 'gateway-database-connections', 220 * 0.8, 1],
  ['time of the database', 'gateway-database-busy', 90, 3],
])('a lack of %s raises an alarm where gateways are ours', (_what, name, Threshold, EvaluationPeriods) => {
  const alarmOf = (config: typeof full) =>
    resourcesOf(templatesOf(config).observability, 'AWS::CloudWatch::Alarm').find(
      ({ Properties }) => Properties.AlarmName === `recado-${config.name}-${name}`,
    )?.Properties;
  expect(alarmOf(full)).toMatchObject({ Threshold, EvaluationPeriods, TreatMissingData: 'notBreaching' });
  expect(alarmOf(minimal)).toBeUndefined();
});
