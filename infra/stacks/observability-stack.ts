import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  AlarmStatusWidget,
  CfnDashboard,
  ComparisonOperator,
  Dashboard,
  TextWidget,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

import { alarmText } from '../alarm-guide.ts';
import type { StageConfig } from '../config.ts';
import type { AlarmRow } from '../constructs/alarm-row.ts';
import { alarmTopic } from '../constructs/alarm-topic.ts';
import { channelWidgets, functionWidgets, partWidgets, workWidgets } from '../constructs/dashboard-widgets.ts';
import { alarmRows } from '../constructs/function-alarms.ts';
import { resourceName } from '../constructs/names.ts';
import { productAlarms, type Parts } from '../constructs/product-alarms.ts';
import { gatewayAlarmRows } from '../constructs/whatsapp-gateway/gateway-alarms.ts';
import type { FunctionRow } from '../functions.ts';

type Props = StackProps & {
  config: StageConfig;
  rows: readonly FunctionRow[];
  /** Undefined for the copy in another region. */
  parts?: Parts;
};

export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { config, rows, parts } = props;
    const topic = alarmTopic(this, config.name, config.alarmEmail);
    const all = config.alarms
      ? [
          ...alarmRows(config.name, rows),
          ...gatewayAlarmRows(config, rows),
          ...(parts ? productAlarms(config, parts) : []),
        ]
      : [];
    const alarms = all.map((row) => this.#alarm(config.name, row, topic));
    if (parts) this.#dashboard(config.name, rows, parts, alarms);
    if (config.monthlyBudgetUsd !== false) this.#budget(config.name, config.monthlyBudgetUsd, topic);
  }

  #alarm(stage: string, row: AlarmRow, topic: Topic): Alarm {
    const { name, metric, atLeast, atMost, periods, silence } = row;
    const alarm = new Alarm(this, `Alarm-${name}`, {
      alarmName: resourceName(stage, name),
      alarmDescription: alarmText(row, stage),
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
    return alarm;
  }

  #dashboard(stage: string, rows: readonly FunctionRow[], parts: Parts, alarms: Alarm[]): void {
    const heading = (markdown: string) => new TextWidget({ markdown, width: 24, height: 1 });
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: resourceName(stage, 'overview') });
    const { defaultChild: resource } = dashboard.node;
    // cfn-lint 1.51 does not know the tags of a dashboard, which CloudFormation accepts.
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudwatch-dashboard.html
    if (resource instanceof CfnDashboard) resource.addMetadata('cfn-lint', { config: { ignore_checks: ['E3002'] } });
    dashboard.addWidgets(
      new TextWidget({
        markdown: `# ${stage}\n\`docs/alarms.md\` has impact, look and fix for each alarm; \`RUNBOOK.md\` has the procedures.`,
        width: 24,
        height: 2,
      }),
    );
    if (alarms.length > 0) {
      dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 6 }));
    }
    dashboard.addWidgets(heading('## Channels'), ...channelWidgets(stage));
    dashboard.addWidgets(heading('## Background work, mail, money, numbers'), ...workWidgets(stage));
    dashboard.addWidgets(heading('## Functions'), ...functionWidgets(stage, rows));
    dashboard.addWidgets(heading('## Table, API and CDN'), ...partWidgets(stage, parts));
  }

  #budget(stage: string, amount: number, topic: Topic): void {
    const warning = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
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
