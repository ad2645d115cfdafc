import * as z from 'zod/mini';

import { metricCatalogue } from '#shared/metric-catalogue.ts';

/** `by` may contain references to deployment values. */
export type WatchedMetric = { namespace: string; name: string; by: Record<string, unknown> };

const dimensions = z.optional(z.array(z.object({ Name: z.string(), Value: z.unknown() })));
const alarm = z.object({
  Namespace: z.optional(z.string()),
  MetricName: z.optional(z.string()),
  Dimensions: dimensions,
  Metrics: z.optional(
    z.array(
      z.object({
        Expression: z.optional(z.string()),
        MetricStat: z.optional(
          z.object({
            Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions }),
          }),
        ),
      }),
    ),
  ),
});

const byOf = (given: z.output<typeof dimensions>): Record<string, unknown> =>
  Object.fromEntries((given ?? []).map(({ Name, Value }) => [Name, Value]));

export function watchedBy(resource: unknown): WatchedMetric[] {
  const { Namespace: namespace, MetricName: name, Dimensions, Metrics = [] } = alarm.parse(resource);
  const own = namespace && name ? [{ namespace, name, by: byOf(Dimensions) }] : [];
  const others = Metrics.flatMap(({ Expression = '', MetricStat }) => {
    const [, selected, from] = /^SELECT SUM\((\w+)\) FROM "([^"]+)"$/.exec(Expression) ?? [];
    if (selected !== undefined && from !== undefined) return [{ namespace: from, name: selected, by: {} }];
    const metric = MetricStat?.Metric;
    return metric ? [{ namespace: metric.Namespace, name: metric.MetricName, by: byOf(metric.Dimensions) }] : [];
  });
  return [...own, ...others];
}

/** A total over all dimensions names none. */
export function isKnownToUs({ name, by }: WatchedMetric): boolean {
  const shape = Object.entries(metricCatalogue).find(([known]) => known === name)?.[1];
  const asked = Object.keys(by).toSorted().join();
  return shape !== undefined && (asked === '' || shape.by.some((set) => [...set].toSorted().join() === asked));
}
