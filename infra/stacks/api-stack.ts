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
import { deployedFunctions } from '../deployed-functions.ts';
import { isOfSkill } from '../functions.ts';

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
    const routes = deployedFunctions(config)
      .filter((row) => !isOfSkill(row))
      .flatMap((row) => {
        const made = new ProductFunction(this, row, { config, bundles, appUrl, resources });
        connectSource(made, row, config.name, stream);
        return functionRoutes(made, row, api);
      });
    new ApiStage(this, 'Stage', { config, api, routes });
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
