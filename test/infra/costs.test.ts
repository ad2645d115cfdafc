import { expect, test } from 'vitest';

import { alarmSeries, parts, usages } from '../costs/cost-items.ts';
import { allOf, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

const all = (config: typeof full, type: string) =>
  allOf(templatesOf(config)).flatMap((template) => resourcesOf(template, type).map(({ Properties }) => Properties));

function counted(part: string, what: string): number {
  const [usage] = usages;
  const item = parts.find(({ name }) => name === part)?.items.find((each) => each.what === what);
  return usage && item ? item.quantity(usage) : Number.NaN;
}

test('calculates the cost of as many secrets as the stacks contain', () => {
  const secrets = 'AWS::SecretsManager::Secret';
  expect(counted('Running', 'Secrets Manager')).toBe(all(minimal, secrets).length);
  const more = all(full, secrets).length - all(minimal, secrets).length;
  expect(counted('WhatsApp gateway', 'Secrets Manager')).toBe(more);
});

test('calculates firewall rules, gateway size and database size as in the stacks', () => {
  expect(counted('Firewall', 'WAF, rules')).toBe(all(full, 'AWS::WAFv2::WebACL')[0].Rules.length);
  const [{ Cpu, Memory }] = all(full, 'AWS::ECS::TaskDefinition');
  expect(counted('WhatsApp gateway', 'Fargate x86, vCPU')).toBe((Number(Cpu) / 1024) * 730);
  expect(counted('WhatsApp gateway', 'Fargate x86, memory')).toBe((Number(Memory) / 1024) * 730);
  expect(counted('WhatsApp gateway', 'RDS, storage gp3')).toBe(
    Number(all(full, 'AWS::RDS::DBInstance')[0].AllocatedStorage),
  );
});

test('counts each alarm once per metric that it watches', () => {
  const series = all(full, 'AWS::CloudWatch::Alarm').map(({ Metrics = [] }: { Metrics?: { MetricStat?: object }[] }) =>
    Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat).length),
  );
  const real = series.reduce((sum, count) => sum + count, 0);
  expect(alarmSeries).toBe(real);
});
