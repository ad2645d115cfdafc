import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import { shapeOf, type DimensionName, type MetricName } from '#shared/metric-catalogue.ts';

import type { AlarmGuide } from '../alarm-guide.ts';
import { metricsNamespace } from './names.ts';

export type AlarmRow = AlarmGuide & {
  name: string;
  metric: IMetric;
  atLeast?: number;
  atMost?: number;
  periods?: number;
  silence: 'good' | 'bad';
};

export const period = Duration.minutes(5);

type MetricOptions = { by?: Partial<Record<DimensionName, string>>; over?: Duration };

/** Returns a metric of our functions. Throws if the catalogue does not list these dimensions for it. */
export function productMetric(
  stage: string,
  name: MetricName,
  statistic: string,
  { by = {}, over = period }: MetricOptions = {},
): Metric {
  const asked = Object.keys(by).toSorted().join();
  if (!shapeOf(name).by.some((set) => set.toSorted().join() === asked)) {
    throw new Error(`The metric ${name} is not counted by ${asked || 'nothing'}`);
  }
  const dimensionsMap = Object.fromEntries(Object.entries(by));
  return new Metric({ namespace: metricsNamespace(stage), metricName: name, dimensionsMap, statistic, period: over });
}

export const metricSum = (stage: string, name: MetricName, label: string, over: Duration = period): MathExpression =>
  new MathExpression({ expression: `SELECT SUM(${name}) FROM "${metricsNamespace(stage)}"`, label, period: over });
