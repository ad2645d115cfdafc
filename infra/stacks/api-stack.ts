import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import { ApiStage } from '../constructs/api-stage.ts';
import type { Resources, Stream } from '../constructs/function-permissions.ts';
import { functionRoutes } from '../constructs/function-routes.ts';
import { connectSource } from '../constructs/function-sources.ts';
import { lostChangesName } from '../constructs/names.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { rollOut } from '../constructs/rollout.ts';
import { deployedFunctions } from '../deployed-functions.ts';
import { isInvokedByAlexa } from '../functions.ts';

type Props = StackProps & {
  config: StageConfig;
  bundles: string;
  resources: Omit<Resources, 'stream'>;
  streamArn: string;
  api: HttpApi;
  appUrl: string;
};

export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { config, bundles, appUrl, api, streamArn } = props;
    const stream: Stream = { streamArn, lostChanges: lostChangesQueue(this, config.name) };
    const resources = { ...props.resources, stream };
    const functions = deployedFunctions(config)
      .filter((row) => !isInvokedByAlexa(row))
      .map((row) => new ProductFunction(this, row, { config, bundles, appUrl, resources }));
    for (const made of functions) connectSource(made, config.name, stream);
    const routes = functions.flatMap((made) => functionRoutes(made, api));
    new ApiStage(this, 'Stage', { config, api, routes });
    rollOut(this, config, functions);
  }
}

function lostChangesQueue(scope: Construct, stage: string): Queue {
  const queue = new Queue(scope, 'LostChanges', {
    queueName: lostChangesName(stage),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It is itself where what failed ends up; an alarm calls a person',
  });
  return queue;
}
