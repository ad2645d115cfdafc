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

test('creates the gateway stack only if a gateway has a task, not for gateways that run elsewhere', () => {
  const elsewhere = parseStage('away', { whatsapp: { shards: [{ id: 'a', url: 'https://a.example.com' }] } });
  expect([minimal, elsewhere, full].map((config) => appOf(config).stacks.messaging?.stackName)).toEqual([
    undefined,
    undefined,
    'Recado-full-messaging',
  ]);
});

describe('our own gateways', () => {
  test('runs one service with exactly one task per shard, which stops before a new one starts', () => {
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

  test('runs the configured image by its digest from our own registry', () => {
    const image = plain(container().Image).replace('<AWS::URLSuffix>', 'amazonaws.com');
    expect(image).toBe(whatsapp?.hosting?.image);
    expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });

  test('starts a closed WAHA with the known engine and without storing or downloading anything unnecessary', () => {
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

  test('gives each gateway its own worker id, so that it restarts only its own numbers', () => {
    const ids = properties('AWS::ECS::TaskDefinition', two).map(
      ({ ContainerDefinitions: [{ Environment }] }) =>
        Environment.find(({ Name }: { Name: string }) => Name === 'WAHA_WORKER_ID').Value,
    );
    expect(ids).toEqual(['main', 'second-one']);
  });

  test('reads key hash and database from Secrets Manager and stays locked until an operator sets the key', () => {
    const secrets: { Name: string; ValueFrom: unknown }[] = container().Secrets;
    expect(secrets.map(({ Name, ValueFrom }) => [Name, plain(ValueFrom)])).toEqual([
      ['WAHA_API_KEY', '<GatewaymainKey>'],
      ['WHATSAPP_SESSIONS_POSTGRESQL_URL', '<DatabaseUrl>'],
    ]);
    const key = of('AWS::SecretsManager::Secret').find(
      ({ Properties }) => Properties.Name === 'recado/full/gateway-key-main',
    );
    expect(key?.['Properties'].GenerateSecretString.PasswordLength).toBe(64);
    expect(JSON.stringify(templatesOf(full).messaging?.toJSON())).not.toMatch(/sha512:[0-9a-f]/);
  });

  test("deletes a gateway's key with its shard, so that the shard can be added again", () => {
    const keys = of('AWS::SecretsManager::Secret', two).filter(({ Properties }) =>
      String(Properties.Name).includes('/gateway-key-'),
    );
    expect(keys.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Delete', 'Delete']);
  });

  test('starts gateways only after their network routes exist, because a task fails without them', () => {
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

  test('gives tasks the configured size and the processor of the image', () => {
    expect(properties('AWS::ECS::TaskDefinition')[0]).toMatchObject({
      Cpu: '1024',
      Memory: '2048',
      RuntimePlatform: { CpuArchitecture: 'X86_64', OperatingSystemFamily: 'LINUX' },
    });
  });

  test('checks gateways by ping rather than health and gives them two minutes to stop', () => {
    const { HealthCheck, StopTimeout } = container();
    expect(StopTimeout).toBe(120);
    expect(HealthCheck.Command.join(' ')).toContain(`fetch('http://127.0.0.1:3000/ping')`);
    expect(HealthCheck.Command.join(' ')).not.toContain('/health');
  });

  test('keeps the log of gateways for two weeks, without the text of messages or calls', () => {
    const [log] = properties('AWS::Logs::LogGroup').filter(({ LogGroupName }) => LogGroupName.startsWith('/ecs/'));
    expect(log).toMatchObject({ LogGroupName: '/ecs/recado-full-gateway-main', RetentionInDays: 14 });
    const hidden: { Regex: string }[] = log.DataProtectionPolicy.Configuration.CustomDataIdentifier;
    const readable = (line: string) =>
      hidden.reduce((text, { Regex }) => text.replaceAll(new RegExp(Regex, 'g'), '*'), line);
    const failed = '{"level":50,"request":{"path":"/api/sendText","body":{"session":"zb-1","text":"Oi, tudo bem"}}}';
    expect(readable(failed)).toMatch(/^\{"level":50,"request":\{"path":"\/api\/sendText","\*/);
    expect(readable(failed)).not.toContain('Oi');
    expect(readable(String.raw`{"msg":"{\"conversation\":\"acender, já\"}"}`)).not.toContain('acender');
    // CloudWatch allows letters, digits and these characters.
    expect(hidden.filter(({ Regex }) => /[^\w#=@/;,\- ^$?[\]{}|\\*+.]/.test(Regex))).toEqual([]);
  });
});

describe('the gateway network', () => {
  test('accepts no connections from outside: APIs call gateways, gateways call their database and the web', () => {
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

  test('routes tasks through one fixed address that outlives the stack if configured', () => {
    const [service] = properties('AWS::ECS::Service');
    expect(service.NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp).toBe('DISABLED');
    expect(of('AWS::EC2::EIP')).toMatchObject([
      { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' },
    ]);
    expect(of('AWS::EC2::NatGateway')).toHaveLength(1);
  });

  test('gives each task its own address unless a fixed one is configured', () => {
    for (const service of properties('AWS::ECS::Service', two)) {
      expect(service.NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp).toBe('ENABLED');
    }
    expect([...of('AWS::EC2::EIP', two), ...of('AWS::EC2::NatGateway', two)]).toEqual([]);
  });

  test('places networks in zones that support API Gateway links, in every account', () => {
    const zones = properties('AWS::EC2::Subnet').map(({ AvailabilityZoneId }) => AvailabilityZoneId);
    expect(new Set(zones)).toEqual(new Set(['use1-az1', 'use1-az2']));
  });
});

describe('the database', () => {
  const database = () => of('AWS::RDS::DBInstance')[0];

  test('runs an encrypted PostgreSQL that only gateways can reach, with backups and deletion protection', () => {
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

  test('allows enough database connections for many numbers', () => {
    const [{ Parameters }] = properties('AWS::RDS::DBParameterGroup');
    expect(Number(Parameters.max_connections)).toBe(220);
  });

  test('creates a database password that no template contains and that needs no escaping in an address', () => {
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
  test('accepts only IAM-signed calls to its API paths and waits as long as API Gateway allows', () => {
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
      // The default of 30 s is the maximum.
      expect(integration.TimeoutInMillis).toBeUndefined();
    }
  });

  test('adds no path prefix and finds the task by an SRV record with its port', () => {
    expect(properties('AWS::ApiGatewayV2::Stage')).toMatchObject([{ StageName: '$default' }]);
    expect(properties('AWS::ServiceDiscovery::Service')).toMatchObject([
      { Name: 'main', DnsConfig: { DnsRecords: [{ Type: 'SRV' }] } },
    ]);
    expect(properties('AWS::ECS::Service')[0].ServiceRegistries).toMatchObject([{ ContainerPort: 3000 }]);
    expect(of('AWS::ElasticLoadBalancingV2::LoadBalancer')).toEqual([]);
  });

  test('creates one API per gateway, because only its address distinguishes calls', () => {
    expect(properties('AWS::ApiGatewayV2::Api', two).map(({ Name }) => Name)).toEqual([
      'recado-two-gateway-main',
      'recado-two-gateway-second-one',
    ]);
    expect(properties('AWS::ApiGatewayV2::VpcLink', two)).toHaveLength(1);
  });

  test('logs nothing that identifies a call', () => {
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

  test.each(reaching)(
    '$name reaches our own gateways through their API and others at their own address',
    ({ name }) => {
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
    },
  );

  test('imports nothing from the gateway stack into functions and reads its outputs at deployment', () => {
    const outputs = templatesOf(full).messaging?.findOutputs('*') ?? {};
    expect(Object.values(outputs).filter(({ Export }) => Export !== undefined)).toEqual([]);
    const imports = JSON.stringify(templatesOf(full).api.toJSON()).match(/Fn::ImportValue":"[^"]*messaging/g);
    expect(imports).toBeNull();
    expect(Object.keys(outputs)).toContain('GatewayDoormain');
  });

  test('passes gateway settings only to functions that need them', () => {
    const strangers = functions.filter(({ secrets, source }) => !secrets.includes('whatsapp') && source !== 'alexa');
    expect(strangers.filter(({ name }) => settingsOf(name).WHATSAPP_SHARDS.length > 0)).toEqual([]);
  });
});

test.each([
  ['task memory', 'gateway-memory', 85, 3],
  ['database storage', 'gateway-database-full', 20 * 1024 ** 3 * 0.1, 1],
  ['database connections', 'gateway-database-connections', 220 * 0.8, 1],
  ['database CPU', 'gateway-database-busy', 90, 3],
])('raises an alarm when %s of hosted gateways runs short', (_what, name, Threshold, EvaluationPeriods) => {
  const alarmOf = (config: typeof full) =>
    resourcesOf(templatesOf(config).observability, 'AWS::CloudWatch::Alarm').find(
      ({ Properties }) => Properties.AlarmName === `recado-${config.name}-${name}`,
    )?.Properties;
  expect(alarmOf(full)).toMatchObject({ Threshold, EvaluationPeriods, TreatMissingData: 'notBreaching' });
  expect(alarmOf(minimal)).toBeUndefined();
});
