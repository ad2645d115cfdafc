import { productName } from '#shared/product.ts';

/** Counts and times for CloudWatch, by a few fixed dimensions (`door`, `outcome`, ...). */
export type Metrics = (
  values: Readonly<Record<string, { value: number; unit: 'Count' | 'Milliseconds' }>>,
  dimensions: Readonly<Record<string, string>>,
) => void;

type Deps = { write: (line: string) => void; now: () => Date };

/**
 * Writes metrics as log lines in CloudWatch's embedded format, which costs no call.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function createMetrics({ write, now }: Deps): Metrics {
  return (values, dimensions) => {
    const metrics = Object.entries(values).map(([Name, { unit }]) => ({ Name, Unit: unit }));
    const directive = { Namespace: productName, Dimensions: [Object.keys(dimensions)], Metrics: metrics };
    const amounts = Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
    const line = { _aws: { Timestamp: now().getTime(), CloudWatchMetrics: [directive] }, ...dimensions, ...amounts };
    write(`${JSON.stringify(line)}\n`);
  };
}
