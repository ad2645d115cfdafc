import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import { alarmTopic } from '../constructs/alarm-topic.ts';
import { type AlarmRow, alarmRows } from '../constructs/function-alarms.ts';
import { gatewayAlarmRows } from '../constructs/gateway-alarms.ts';
import { resourceName } from '../constructs/names.ts';
import type { FunctionRow } from '../functions.ts';

type Props = StackProps & { config: StageConfig; rows: readonly FunctionRow[] };

/** Who is told when something breaks, and when it costs more than it should. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { config, rows } = props;
    const topic = alarmTopic(this, config.name, config.alarmEmail);
    const alarms = [...alarmRows(config.name, rows), ...gatewayAlarmRows(config, rows)];
    for (const row of alarms) this.#alarm(config.name, row, topic);
    if (config.monthlyBudgetUsd !== undefined && config.alarmEmail !== undefined) {
      this.#budget(config.name, config.monthlyBudgetUsd, config.alarmEmail);
    }
  }

  #alarm(stage: string, { name, row, metric, atLeast, atMost, periods, silence }: AlarmRow, topic: Topic): void {
    const alarm = new Alarm(this, `Alarm-${name}`, {
      alarmName: resourceName(stage, name),
      alarmDescription: `If this breaks, people ${row.ifThisBreaks}`,
      metric,
      threshold: atLeast ?? atMost ?? 0,
      comparisonOperator:
        atLeast === undefined
          ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods ?? 1,
      treatMissingData: silence === 'bad' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }

  #budget(stage: string, amount: number, email: string): void {
    const warning = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: resourceName(stage, 'monthly'),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
      },
      notificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
    });
  }
}
