import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  CfnEIP,
  CfnInternetGateway,
  CfnNatGateway,
  CfnRoute,
  CfnRouteTable,
  CfnSubnet,
  CfnSubnetRouteTableAssociation,
  CfnVPC,
  CfnVPCGatewayAttachment,
  type IVpc,
  type SubnetSelection,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';

import { resourceName } from '../names.ts';

/**
 * Zone ids, because the names of zones differ between accounts. VPC links do not exist in use1-az3.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-vpc-links.html
 */
const zones = ['use1-az1', 'use1-az2'];

const anywhere = '0.0.0.0/0';

type Props = { stage: string; fixedAddress: boolean };

type Attached = { internetGatewayId: string; attachment: CfnVPCGatewayAttachment };

/**
 * Two outer subnets with access to the internet, and two inner ones without it or with one fixed address. Nothing can
 * connect from outside.
 */
export class GatewayNetwork extends Construct {
  readonly vpc: IVpc;
  readonly tasks: { subnets: SubnetSelection; ownAddress: boolean };
  readonly inner: SubnetSelection;
  readonly #network: CfnVPC;

  constructor(scope: Construct, id: string, { stage, fixedAddress }: Props) {
    super(scope, id);
    this.#network = new CfnVPC(this, 'Vpc', {
      cidrBlock: '10.90.0.0/20',
      enableDnsHostnames: true,
      enableDnsSupport: true,
      tags: [{ key: 'Name', value: resourceName(stage, 'gateways') }],
    });
    const attached = this.#attached();
    const outer = this.#subnets('Outer', 0, this.#wayOut(attached));
    const oneWay = fixedAddress ? this.#oneWayOut(outer.subnets, attached) : undefined;
    const inner = this.#subnets('Inner', zones.length, oneWay);
    this.vpc = Vpc.fromVpcAttributes(this, 'Known', {
      vpcId: this.#network.attrVpcId,
      availabilityZones: outer.subnets.map(({ attrAvailabilityZone }) => attrAvailabilityZone),
      publicSubnetIds: outer.subnets.map(({ attrSubnetId }) => attrSubnetId),
      publicSubnetRouteTableIds: outer.subnets.map(() => outer.table.attrRouteTableId),
      privateSubnetIds: inner.subnets.map(({ attrSubnetId }) => attrSubnetId),
      privateSubnetRouteTableIds: inner.subnets.map(() => inner.table.attrRouteTableId),
    });
    this.inner = { subnets: this.vpc.privateSubnets };
    const outside = { subnets: this.vpc.publicSubnets };
    this.tasks = { subnets: fixedAddress ? this.inner : outside, ownAddress: !fixedAddress };
    Validations.of(this.#network).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason: 'Nothing in it takes a connection from outside; a flow log would be a list of strangers who tried ports',
    });
  }

  #subnets(name: string, from: number, routes: ((table: CfnRouteTable) => void) | undefined) {
    const vpcId = this.#network.attrVpcId;
    const table = new CfnRouteTable(this, `${name}Routes`, { vpcId });
    routes?.(table);
    const subnets = zones.map((availabilityZoneId, index) => {
      const cidrBlock = `10.90.${from + index}.0/24`;
      const subnet = new CfnSubnet(this, `${name}${index + 1}`, { vpcId, availabilityZoneId, cidrBlock });
      new CfnSubnetRouteTableAssociation(this, `${name}${index + 1}Routes`, {
        subnetId: subnet.attrSubnetId,
        routeTableId: table.attrRouteTableId,
      });
      return subnet;
    });
    return { table, subnets };
  }

  #attached(): Attached {
    const { attrInternetGatewayId: internetGatewayId } = new CfnInternetGateway(this, 'Internet');
    const vpcId = this.#network.attrVpcId;
    return {
      internetGatewayId,
      attachment: new CfnVPCGatewayAttachment(this, 'Attached', { vpcId, internetGatewayId }),
    };
  }

  #wayOut({ internetGatewayId: gatewayId, attachment }: Attached): (table: CfnRouteTable) => void {
    return ({ attrRouteTableId: routeTableId }) => {
      const route = new CfnRoute(this, 'OuterWay', { routeTableId, destinationCidrBlock: anywhere, gatewayId });
      route.addResourceDependency(attachment);
    };
  }

  /** The address outlives the stack, because WhatsApp distrusts a number whose address changes. */
  #oneWayOut([outer]: CfnSubnet[], { attachment }: Attached): (table: CfnRouteTable) => void {
    const address = new CfnEIP(this, 'Address', { domain: 'vpc' });
    address.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    const nat = new CfnNatGateway(this, 'Nat', {
      allocationId: address.attrAllocationId,
      ...(outer && { subnetId: outer.attrSubnetId }),
    });
    nat.addResourceDependency(attachment);
    return ({ attrRouteTableId: routeTableId }) => {
      const natGatewayId = nat.attrNatGatewayId;
      new CfnRoute(this, 'InnerWay', { routeTableId, destinationCidrBlock: anywhere, natGatewayId });
    };
  }
}
