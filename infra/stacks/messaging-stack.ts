import { Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { VpcLink } from 'aws-cdk-lib/aws-apigatewayv2';
import { Cluster, ContainerInsights } from 'aws-cdk-lib/aws-ecs';
import { PrivateDnsNamespace } from 'aws-cdk-lib/aws-servicediscovery';
import type { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import { gatewaysName } from '../constructs/names.ts';
import { GatewayDatabase } from '../constructs/whatsapp-gateway/gateway-database.ts';
import { GatewayEntry } from '../constructs/whatsapp-gateway/gateway-entry.ts';
import { gatewayGroups } from '../constructs/whatsapp-gateway/gateway-groups.ts';
import { GatewayNetwork } from '../constructs/whatsapp-gateway/gateway-network.ts';
import { GatewayTask } from '../constructs/whatsapp-gateway/gateway-task.ts';
import { type Hosting, hostedShards } from '../gateway-settings.ts';

type Props = StackProps & { config: StageConfig; hosting: Hosting };

/** WhatsApp gateways that the stage runs itself, each with an HTTP API, and their database. */
export class MessagingStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { config, hosting } = props;
    const { name: stage } = config;
    const network = new GatewayNetwork(this, 'Network', { stage, fixedAddress: hosting.fixedAddress });
    const { vpc } = network;
    const database = new GatewayDatabase(this, 'Database', {
      stage,
      network,
      database: hosting.database,
      isProtected: this.terminationProtection,
    });
    const { tasks, links } = gatewayGroups(this, vpc, database);
    const cluster = this.#cluster(stage, network);
    const namespace = new PrivateDnsNamespace(this, 'Names', { name: `${gatewaysName(stage)}.internal`, vpc });
    const link = new VpcLink(this, 'Link', {
      vpcLinkName: gatewaysName(stage),
      vpc,
      subnets: network.inner,
      securityGroups: [links],
    });
    const shared = {
      stage,
      image: hosting.image,
      cluster,
      namespace,
      network,
      group: tasks,
      database,
    };
    for (const shard of hostedShards(config.whatsapp)) {
      const { service } = new GatewayTask(this, `Gateway-${shard.id}`, { ...shared, shard });
      new GatewayEntry(this, `Door-${shard.id}`, { stage, config, shard: shard.id, link, service });
    }
  }

  #cluster(stage: string, { vpc }: GatewayNetwork): Cluster {
    const cluster = new Cluster(this, 'Cluster', {
      vpc,
      clusterName: gatewaysName(stage),
      containerInsightsV2: ContainerInsights.DISABLED,
    });
    Validations.of(cluster).acknowledge({
      id: 'AwsSolutions-ECS4',
      reason:
        'Whether numbers work is what counts, and the reconciler measures that; memory and processor come without it',
    });
    return cluster;
  }
}
