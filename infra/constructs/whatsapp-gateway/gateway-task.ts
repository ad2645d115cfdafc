import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { ISecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import {
  AvailabilityZoneRebalancing,
  type Cluster,
  ContainerImage,
  CpuArchitecture,
  FargatePlatformVersion,
  FargateService,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
  Secret as TaskSecret,
} from 'aws-cdk-lib/aws-ecs';
import { DataProtectionPolicy, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { DnsRecordType, type IService, type PrivateDnsNamespace } from 'aws-cdk-lib/aws-servicediscovery';
import { Construct } from 'constructs';

import type { HostedShard } from '../../gateway-settings.ts';
import { gatewayKeyName, resourceName } from '../names.ts';
import { environmentOf, gatewayPort, hidden, isAlive } from './gateway-container.ts';
import type { GatewayDatabase } from './gateway-database.ts';
import type { GatewayNetwork } from './gateway-network.ts';
import { gatewayRoles } from './gateway-roles.ts';

type Props = {
  stage: string;
  shard: HostedShard;
  image: string;
  cluster: Cluster;
  namespace: PrivateDnsNamespace;
  network: GatewayNetwork;
  group: ISecurityGroup;
  database: GatewayDatabase;
};

/** Never runs two processes: with the same credentials, they would disconnect each other from WhatsApp. */
export class GatewayTask extends Construct {
  readonly service: IService;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { shard, cluster, network } = props;
    const service = new FargateService(this, 'Service', {
      serviceName: shard.id,
      cluster,
      taskDefinition: this.#definition(props),
      desiredCount: 1,
      // The old task stops before the new one starts.
      minHealthyPercent: 0,
      maxHealthyPercent: 100,
      availabilityZoneRebalancing: AvailabilityZoneRebalancing.DISABLED,
      circuitBreaker: { rollback: true },
      platformVersion: FargatePlatformVersion.VERSION1_4,
      vpcSubnets: network.tasks.subnets,
      assignPublicIp: network.tasks.ownAddress,
      securityGroups: [props.group],
      // API Gateway's VPC links read the port only from SRV records.
      cloudMapOptions: {
        cloudMapNamespace: props.namespace,
        name: shard.id,
        dnsRecordType: DnsRecordType.SRV,
        dnsTtl: Duration.seconds(10),
        containerPort: gatewayPort,
      },
    });
    // Without network and database the task fails, and three failures end a deployment.
    service.node.addDependency(network, props.group, props.database);
    if (!service.cloudMapService) throw new Error(`The gateway ${shard.id} is registered nowhere, so nothing finds it`);
    this.service = service.cloudMapService;
  }

  #definition({ stage, shard, image, database }: Props): FargateTaskDefinition {
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/ecs/${resourceName(stage, `gateway-${shard.id}`)}`,
      retention: 14,
      removalPolicy: RemovalPolicy.DESTROY,
      dataProtectionPolicy: new DataProtectionPolicy({ identifiers: hidden }),
    });
    const key = this.#key(stage, shard.id);
    const [name = '', digest = ''] = image.split('@');
    const [registry = '', repositoryName = ''] = name.split(/\/(.*)/);
    const [account = '', , , region = ''] = registry.split('.');
    const repositoryArn = `arn:aws:ecr:${region}:${account}:repository/${repositoryName}`;
    const repository = Repository.fromRepositoryAttributes(this, 'Repository', { repositoryArn, repositoryName });
    const { execution, task } = gatewayRoles(this, { repositoryArn, logGroup, secrets: [key, database.url] });
    const definition = new FargateTaskDefinition(this, 'Task', {
      family: resourceName(stage, `gateway-${shard.id}`),
      cpu: shard.task.vcpu * 1024,
      memoryLimitMiB: shard.task.memoryGb * 1024,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.X86_64, operatingSystemFamily: OperatingSystemFamily.LINUX },
      executionRole: execution.withoutPolicyUpdates(),
      taskRole: task.withoutPolicyUpdates(),
    });
    definition.addContainer('waha', {
      image: ContainerImage.fromEcrRepository(repository, digest),
      environment: environmentOf(shard.id),
      secrets: {
        WAHA_API_KEY: TaskSecret.fromSecretsManager(key),
        WHATSAPP_SESSIONS_POSTGRESQL_URL: TaskSecret.fromSecretsManager(database.url),
      },
      portMappings: [{ containerPort: gatewayPort }],
      healthCheck: {
        command: ['CMD', 'node', '-e', isAlive],
        interval: Duration.seconds(30),
        timeout: Duration.seconds(5),
        retries: 3,
        startPeriod: Duration.seconds(120),
      },
      // Fargate's maximum, so that every line can be closed.
      stopTimeout: Duration.seconds(120),
      logging: LogDriver.awsLogs({ logGroup, streamPrefix: 'waha' }),
    });
    Validations.of(definition).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason: 'None of these is a secret; what is one comes from Secrets Manager',
    });
    return definition;
  }

  /**
   * The hash of the gateway's key. The first value is random, so that a new gateway is locked. Not retained, because the
   * secret `whatsapp` has the key itself, and its fixed name must be free if the shard is added again.
   */
  #key(stage: string, shard: string): Secret {
    const key = new Secret(this, 'Key', {
      secretName: gatewayKeyName(stage, shard),
      description: `WhatsApp gateway ${shard}: "sha512:" and the SHA-512 of its key, in hexadecimal; see docs/secrets.md`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(key).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Rotated by hand: gateway and functions have to change together, and a gateway reads it when it starts',
    });
    return key;
  }
}
