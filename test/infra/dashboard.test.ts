import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { deployedFunctions } from '#infra/deployed-functions.ts';
import { metricCatalogue, stageMetrics } from '#shared/metric-catalogue.ts';

import { allOf, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';
import { isKnownToUs, type WatchedMetric } from './watched-metrics.ts';

const widgets = z.object({
  widgets: z.array(
    z.object({
      type: z.string(),
      properties: z.looseObject({
        markdown: z.optional(z.string()),
        alarms: z.optional(z.array(z.unknown())),
        metrics: z.optional(z.array(z.array(z.unknown()))),
      }),
    }),
  ),
});

let shown: z.output<typeof widgets>['widgets'];
let metrics: WatchedMetric[];
beforeAll(() => {
  const [dashboard] = resourcesOf(templatesOf(full).observability, 'AWS::CloudWatch::Dashboard');
  // The pieces are joined by deployment values.
  const pieces: unknown[] = dashboard?.Properties.DashboardBody['Fn::Join'][1];
  const body = pieces.map((piece) => (typeof piece === 'string' ? piece : 'known-later')).join('');
  ({ widgets: shown } = widgets.parse(JSON.parse(body)));
  metrics = shown.flatMap(({ properties }) => properties.metrics ?? []).flatMap(metricOf);
});

/** Parses namespace, name and dimensions, or a search expression. */
function metricOf(line: readonly unknown[]): WatchedMetric[] {
  const words = line.filter((word) => typeof word === 'string');
  const [namespace, name, ...rest] = words;
  if (namespace === undefined || name === undefined) return searched(line);
  const by = Object.fromEntries(rest.flatMap((word, index) => (index % 2 === 0 ? [[word, rest[index + 1]]] : [])));
  return [{ namespace, name, by }];
}

function searched([first]: readonly unknown[]): WatchedMetric[] {
  const { expression } = z.object({ expression: z.string() }).parse(first);
  const [, schema = '', name = ''] = /^SEARCH\('\{([^}]+)\} MetricName="(\w+)"', '\w+', 300\)$/.exec(expression) ?? [];
  const [namespace = '', ...dimensions] = schema.split(',');
  return [{ namespace, name, by: Object.fromEntries(dimensions.map((dimension) => [dimension, 'any'])) }];
}

describe('the dashboard', () => {
  const own = () => metrics.filter(({ namespace }) => namespace === 'Recado/full');

  test('shows only own metrics that a function writes, with their dimensions', () => {
    expect(own().filter((metric) => !isKnownToUs(metric))).toEqual([]);
  });

  test('shows every metric that a function writes', () => {
    const names = new Set(own().map(({ name }) => name));
    expect(Object.keys(metricCatalogue).filter((name) => !names.has(name))).toEqual([]);
  });

  test('shows errors, throttles and durations of every function of the stage', () => {
    for (const { name } of deployedFunctions(full)) {
      const ofFunction = metrics.filter(({ by }) => by['FunctionName'] === `recado-full-${name}`);
      expect(ofFunction.map((metric) => metric.name)).toEqual(['Errors', 'Throttles', 'Duration']);
    }
  });

  test('shows metrics of the table, the API and the CDN', () => {
    const names = metrics.filter(({ namespace }) => namespace.startsWith('AWS/')).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'ConsumedReadCapacityUnits',
        'ConsumedWriteCapacityUnits',
        'ReadThrottleEvents',
        'WriteThrottleEvents',
        '5xx',
        '5xxErrorRate',
        'Latency',
      ]),
    );
    const foreign = metrics.filter(
      ({ by }) => by['TableName'] !== undefined && by['TableName'] !== 'recado-full-table',
    );
    expect(foreign).toEqual([]);
  });

  test('shows the state of every alarm and refers to the runbook', () => {
    const alarms = resourcesOf(templatesOf(full).observability, 'AWS::CloudWatch::Alarm');
    const states = shown.find(({ type }) => type === 'alarm')?.properties.alarms;
    expect(states).toHaveLength(alarms.length);
    expect(shown[0]?.properties.markdown).toContain('`RUNBOOK.md`');
    expect(shown[0]?.properties.markdown).toContain('`docs/alarms.md`');
  });

  test("fits into CloudWatch's limits and exists on the smallest stage", () => {
    expect(metrics.length).toBeLessThan(500);
    const names = [full, minimal].map((config) =>
      resourcesOf(templatesOf(config).observability, 'AWS::CloudWatch::Dashboard').map(
        ({ Properties }) => Properties.DashboardName,
      ),
    );
    expect(names).toEqual([['recado-full-overview'], ['recado-prod-overview']]);
  });
});

test("suppresses only cfn-lint's false findings on dashboard tags and the database version", () => {
  const told = allOf(templatesOf(full)).flatMap((template) =>
    Object.values<Linted>(template.toJSON().Resources).flatMap(({ Type, Metadata }) =>
      Metadata?.['cfn-lint'] === undefined ? [] : [[Type, Metadata['cfn-lint']]],
    ),
  );
  expect(told).toEqual([
    ['AWS::RDS::DBInstance', { config: { ignore_checks: ['W3691'] } }],
    ['AWS::CloudWatch::Dashboard', { config: { ignore_checks: ['E3002'] } }],
  ]);
  const [dashboard] = resourcesOf(templatesOf(full).observability, 'AWS::CloudWatch::Dashboard');
  expect(dashboard?.Properties.Tags).toEqual(expect.arrayContaining([{ Key: 'stage', Value: 'full' }]));
});

type Linted = { Type: string; Metadata?: Readonly<Record<string, unknown>> };

test('writes every metric of the catalogue somewhere in the code', () => {
  const root = fileURLToPath(new URL('../../functions', import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
    .replaceAll('stageMetrics', Object.values(stageMetrics).join(' '));
  expect(Object.keys(metricCatalogue).filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});
