import { join } from 'node:path';

import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, Architecture, CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import type { FunctionRow } from '../functions.ts';
import { functionEnvironment } from './function-environment.ts';
import {
  callsGateways,
  acknowledgeAllResources,
  acknowledgeGateways,
  functionPermissions,
  type Resources,
} from './function-permissions.ts';
import { functionName, liveAlias, metricsNamespace } from './names.ts';

export type FunctionProps = {
  config: StageConfig;
  bundles: string;
  resources: Resources;
  appUrl: string;
  own?: Readonly<Record<string, string>>;
};

/** Counts ERROR lines, because a handler that catches an error does not fail its invocation. */
export const errorLinesMetric = (stage: string, row: { name: string }): string =>
  `ErrorLines-${functionName(stage, row)}`;

export class ProductFunction extends Construct {
  readonly row: FunctionRow;
  readonly lambda: LambdaFunction;
  /** The alias that callers invoke. */
  readonly live: Alias;
  readonly role: Role;

  constructor(scope: Construct, row: FunctionRow, { config, bundles, resources, appUrl, own }: FunctionProps) {
    super(scope, `Function-${row.name}`);
    this.row = row;
    const name = functionName(config.name, row);
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${name}`,
      retention: config.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const statements = functionPermissions(row, resources, logGroup, config);
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Row: new PolicyDocument({ statements }) },
    });
    acknowledgeAllResources(this.role);
    if (callsGateways(row, resources)) acknowledgeGateways(this.role, resources);
    this.lambda = new LambdaFunction(this, 'Lambda', {
      functionName: name,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundles, row.name)),
      // The runtime splits the handler at the first dot, so the file name must not contain one.
      handler: 'index.handler',
      timeout: Duration.seconds(row.seconds),
      memorySize: row.megabytes,
      ...reservedConcurrency(row, config),
      environment: { ...functionEnvironment(row, config, resources, appUrl), ...own },
      role: this.role,
      logGroup,
    });
    this.live = new Alias(this, 'Live', { aliasName: liveAlias, version: this.lambda.currentVersion });
    if (config.tracing === true) this.#enableTracing();
    new MetricFilter(this, 'ErrorLines', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
      metricNamespace: metricsNamespace(config.name),
      metricName: errorLinesMetric(config.name, row),
      metricValue: '1',
    });
  }

  /** The `tracing` property of the CDK construct would add a second policy to the role. */
  #enableTracing(): void {
    const resource = this.lambda.node.defaultChild;
    if (resource instanceof CfnFunction) resource.tracingConfig = { mode: 'Active' };
  }
}

const reservedConcurrency = ({ name }: FunctionRow, { reservedConcurrency: reserved }: StageConfig) => {
  const executions = reserved && Object.entries(reserved).find(([function_]) => function_ === name)?.[1];
  return executions === undefined ? {} : { reservedConcurrentExecutions: executions };
};
