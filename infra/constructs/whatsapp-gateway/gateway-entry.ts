import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination, type VpcLink } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpServiceDiscoveryIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IService } from 'aws-cdk-lib/aws-servicediscovery';
import { Construct } from 'constructs';

import type { StageConfig } from '../../config.ts';
import { gatewayKeyName, gatewayOutputName, resourceName } from '../names.ts';
import { addOutputs } from '../stack-outputs.ts';

type Props = { stage: string; config: StageConfig; shard: string; link: VpcLink; service: IService };

/** Paths contain group ids, so they are not logged. */
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLatency: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  error: '$context.error.message',
};

/** An HTTP API with IAM authorization. Each gateway has its own, because calls to them differ only in the address. */
export class GatewayEntry extends Construct {
  constructor(scope: Construct, id: string, { stage, config, shard, link, service }: Props) {
    super(scope, id);
    const api = new HttpApi(this, 'Api', {
      apiName: resourceName(stage, `gateway-${shard}`),
      createDefaultStage: false,
    });
    api.addRoutes({
      path: '/api/{proxy+}',
      methods: [HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.DELETE],
      authorizer: new HttpIamAuthorizer(),
      // The timeout is the maximum of 30 s; functions give up earlier.
      integration: new HttpServiceDiscoveryIntegration('Task', service, { vpcLink: link }),
    });
    const logs = new LogGroup(this, 'AccessLogs', {
      logGroupName: `/aws/vendedlogs/${resourceName(stage, `gateway-${shard}`)}`,
      retention: config.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: api,
      // Any other stage name would be part of every path.
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logs),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    // Functions read the id by the name of this output.
    addOutputs(Stack.of(this), {
      [gatewayOutputName(shard)]: [
        api.apiId,
        `Id of the HTTP API before WhatsApp gateway ${shard}; functions read it here; do not paste it`,
      ],
      [`${gatewayOutputName(shard)}Key`]: [
        gatewayKeyName(stage, shard),
        `Write the hash of the gateway's key into this secret, as docs/secrets.md describes; until then ${shard} is locked`,
      ],
    });
  }
}
