import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import type { FunctionRow } from '../functions.ts';
import { resourceName } from './names.ts';

/** Part of all public webhook addresses. */
export const apiStageName = 'prod';

export type ThrottledRoute = { route: HttpRoute; routeKey: string; throttle: FunctionRow['throttle'] };

type Props = { config: StageConfig; api: HttpApi; routes: readonly ThrottledRoute[] };

/** Queries contain tokens and paths contain ids, so neither is logged. */
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  protocol: '$context.protocol',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  error: '$context.error.message',
};

/** Must be in the stack of the routes, because API Gateway rejects limits for routes that do not exist yet. */
export class ApiStage extends Construct {
  constructor(scope: Construct, id: string, { config, api, routes }: Props) {
    super(scope, id);
    const logs = new LogGroup(this, 'AccessLogs', {
      // This prefix does not count against the account's log policy.
      logGroupName: `/aws/vendedlogs/${resourceName(config.name, 'api')}`,
      retention: config.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: apiStageName,
      autoDeploy: true,
      throttle: { rateLimit: config.throttle.rate, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logs),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    const limited = routes.flatMap(({ routeKey, throttle }) => (throttle ? [[routeKey, limits(throttle)]] : []));
    const resource = stage.node.defaultChild;
    if (resource instanceof CfnStage) resource.routeSettings = Object.fromEntries(limited);
    for (const { route } of routes) stage.node.addDependency(route);
  }
}

const limits = (throttle: { rate: number; burst: number }) => ({
  ThrottlingRateLimit: throttle.rate,
  ThrottlingBurstLimit: throttle.burst,
});
