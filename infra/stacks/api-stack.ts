import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import { ApiStage } from '../constructs/api-stage.ts';
import type { Resources } from '../constructs/function-permissions.ts';
import { functionRoutes } from '../constructs/function-routes.ts';
import { connectSource } from '../constructs/function-sources.ts';
import { lostChangesName } from '../constructs/names.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { functions } from '../functions.ts';

type Props = StackProps & {
  config: StageConfig;
  bundles: string;
  data: Pick<Resources, 'table' | 'secrets'>;
  api: HttpApi;
  appUrl: string;
};

/** Every function but the skill's, with its routes, its stream and its clock. */
export class ApiStack extends Stack {
  readonly resources: Resources;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { config, bundles, appUrl, api } = props;
    const { table, secrets } = props.data;
    this.resources = { stage: config.name, table, secrets, lostChanges: lostChangesQueue(this, config.name) };
    const routes = functions
      .filter((row) => row.source !== 'alexa')
      .flatMap((row) => {
        const made = new ProductFunction(this, row, { config, bundles, appUrl, resources: this.resources });
        connectSource(made, row, this.resources);
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
