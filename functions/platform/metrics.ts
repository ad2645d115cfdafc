import { shapeOf, type DimensionName, type MetricName } from '#shared/metric-catalogue.ts';

export type Metrics = (
  values: Readonly<Partial<Record<MetricName, number>>>,
  dimensions: Readonly<Partial<Record<DimensionName, string>>>,
) => void;

type Deps = { write: (line: string) => void; now: () => Date; namespace: string };

/**
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function createMetrics({ write, now, namespace }: Deps): Metrics {
  return (values, dimensions) => {
    const given = Object.entries(dimensions).filter(([, value]) => value !== undefined);
    const isGiven = (name: string): boolean => given.some(([known]) => known === name);
    const named = entriesOf(values).map(([Name]) => {
      const { unit, by } = shapeOf(Name);
      return { metric: { Name, Unit: unit }, sets: by.filter((set) => set.every(isGiven)) };
    });
    const alike = Map.groupBy(named, ({ sets }) => JSON.stringify(sets));
    const directives = [...alike.values()].map((group) => ({
      Namespace: namespace,
      Dimensions: group[0]?.sets ?? [],
      Metrics: group.map(({ metric }) => metric),
    }));
    const about = { Timestamp: now().getTime(), CloudWatchMetrics: directives };
    write(`${JSON.stringify({ _aws: about, ...Object.fromEntries(given), ...values })}\n`);
  };
}

function entriesOf(values: Readonly<Partial<Record<MetricName, number>>>): [MetricName, number][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type allows only these keys
  return Object.entries(values) as [MetricName, number][];
}
