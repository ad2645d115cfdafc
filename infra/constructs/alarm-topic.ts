import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

import { resourceName } from './names.ts';

const publishers = { AlarmsPublish: 'cloudwatch.amazonaws.com', BudgetsPublish: 'budgets.amazonaws.com' };

/** Creates the SNS topic for alarms and the budget. The owner of the address must confirm the subscription once. */
export function alarmTopic(scope: Construct, stage: string, email?: string): Topic {
  const topic = new Topic(scope, 'Alarms', { topicName: resourceName(stage, 'alarms'), enforceSSL: true });
  // A custom policy replaces the default one, so it must again allow the account's alarms to publish.
  for (const [sid, service] of Object.entries(publishers)) {
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid,
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal(service)],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
      }),
    );
  }
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
