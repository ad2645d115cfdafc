import { type IVpc, Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';

import { gatewayPort } from './gateway-container.ts';
import { databasePort, type GatewayDatabase } from './gateway-database.ts';

/** VPC links can reach gateways. Gateways can reach their database and the internet, which cannot reach them. */
export function gatewayGroups(scope: Construct, vpc: IVpc, database: GatewayDatabase) {
  const group = (id: string, description: string): SecurityGroup =>
    new SecurityGroup(scope, id, { vpc, description, allowAllOutbound: false });
  const tasks = group('Tasks', 'WhatsApp gateways: called by their doors alone');
  const links = group('Links', 'Doors of the WhatsApp gateways: call the gateways and nothing else');
  tasks.connections.allowFrom(links, Port.tcp(gatewayPort), 'Doors call gateways');
  tasks.connections.allowTo(database.group, Port.tcp(databasePort), 'Gateways use their database');
  // WhatsApp, our webhooks and the services that start the task use HTTPS.
  tasks.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'WhatsApp, our own webhooks, registry and secrets');
  return { tasks, links };
}
