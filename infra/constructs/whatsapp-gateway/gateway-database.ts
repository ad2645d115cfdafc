import { Duration, RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { InstanceClass, InstanceSize, InstanceType, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import {
  CfnDBInstance,
  Credentials,
  DatabaseInstance,
  DatabaseInstanceEngine,
  DatabaseSecret,
  NetworkType,
  ParameterGroup,
  PostgresEngineVersion,
  StorageType,
} from 'aws-cdk-lib/aws-rds';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

import type { Hosting } from '../../gateway-settings.ts';
import { gatewaysName, secretsPrefix } from '../names.ts';
import type { GatewayNetwork } from './gateway-network.ts';

const sizes = {
  micro: { instance: InstanceSize.MICRO, gb: 1 },
  small: { instance: InstanceSize.SMALL, gb: 2 },
  medium: { instance: InstanceSize.MEDIUM, gb: 4 },
  large: { instance: InstanceSize.LARGE, gb: 8 },
} as const;

type Size = keyof typeof sizes;

/** The maximum number of connections, which the memory limits: every number has its own database. */
export const connectionsOf = (size: Size): number => sizes[size].gb * 110;

/** Not the default port, which attackers try first. */
export const databasePort = 5442;
const user = 'gateways';

const parameters = (size: Size): Record<string, string> => ({
  max_connections: String(connectionsOf(size)),
  // The vendor does not document connections with TLS. The traffic stays between two security groups.
  'rds.force_ssl': '0',
});

type Props = { stage: string; network: GatewayNetwork; database: Hosting['database']; isProtected: boolean };

/** Stores the credentials of numbers. It outlives its stack, because without it all users must scan again. */
export class GatewayDatabase extends Construct {
  readonly group: SecurityGroup;
  readonly url: Secret;

  constructor(scope: Construct, id: string, { stage, network, database: { size, storageGb }, isProtected }: Props) {
    super(scope, id);
    const { vpc, inner } = network;
    this.group = new SecurityGroup(this, 'Group', {
      vpc,
      description: 'Database of the WhatsApp gateways: lets their tasks in and nothing out',
      allowAllOutbound: false,
    });
    const password = new DatabaseSecret(this, 'Password', {
      username: user,
      secretName: `${secretsPrefix(stage)}gateway-database`,
      // Characters that would have to be escaped in a URL.
      excludeCharacters: ` %+~\`#$&*()|[]{}:;<>?!'/@"\\,^=-_.`,
    });
    password.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    const instance = new DatabaseInstance(this, 'Instance', {
      instanceIdentifier: gatewaysName(stage),
      engine: DatabaseInstanceEngine.postgres({ version: PostgresEngineVersion.VER_17 }),
      instanceType: InstanceType.of(InstanceClass.T4G, sizes[size].instance),
      vpc,
      vpcSubnets: inner,
      networkType: NetworkType.IPV4,
      publiclyAccessible: false,
      securityGroups: [this.group],
      port: databasePort,
      credentials: Credentials.fromSecret(password, user),
      parameterGroup: new ParameterGroup(this, 'Parameters', {
        engine: DatabaseInstanceEngine.postgres({ version: PostgresEngineVersion.VER_17 }),
        parameters: parameters(size),
      }),
      storageType: StorageType.GP3,
      allocatedStorage: storageGb,
      maxAllocatedStorage: storageGb * 4,
      storageEncrypted: true,
      multiAz: false,
      backupRetention: Duration.days(14),
      copyTagsToSnapshot: true,
      autoMinorVersionUpgrade: true,
      deletionProtection: isProtected,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const { defaultChild: resource } = instance.node;
    // cfn-lint 1.51 reads "17" as 17.0. AWS uses the default minor version of 17; a fixed one would undo its updates.
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-rds-dbinstance.html
    if (resource instanceof CfnDBInstance) resource.addMetadata('cfn-lint', { config: { ignore_checks: ['W3691'] } });
    const { hostname } = instance.instanceEndpoint;
    const asText = password.secretValueFromJson('password').unsafeUnwrap();
    this.url = new Secret(this, 'Url', {
      secretName: `${secretsPrefix(stage)}gateway-database-url`,
      description:
        'How gateways reach their database; written when the stack is made, and by hand when the password changes',
      // CloudFormation reads the password only when this secret changes, so later passwords are written by hand
      // (docs/secrets.md).
      secretStringValue: SecretValue.unsafePlainText(
        `postgres://${user}:${asText}@${hostname}:${databasePort}/postgres?sslmode=disable`,
      ),
    });
    this.#explain(instance, password);
  }

  #explain(instance: DatabaseInstance, password: Secret): void {
    const unrotated = {
      id: 'AwsSolutions-SMG4',
      reason: 'Rotated by hand: gateways read it once, when they start, and starting cuts off every number for minutes',
    };
    Validations.of(instance).acknowledge({
      id: 'AwsSolutions-RDS3',
      reason:
        'A second one would double the price; while it is away nothing is deleted, and numbers come back by themselves',
    });
    for (const secret of [password, this.url]) Validations.of(secret).acknowledge(unrotated);
  }
}
