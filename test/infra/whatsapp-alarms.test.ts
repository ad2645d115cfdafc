import { expect, test } from 'vitest';

import { minimal, resourcesOf, templatesOf } from './synthesised.ts';

const all = () =>
  resourcesOf(templatesOf(minimal).observability, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

type Rule = [what: string, name: string, watches: object, goesOff: object];

const sumOf = (count: string, Period: number) => ({
  Metrics: [{ Expression: `SELECT SUM(${count}) FROM "Recado/prod"`, Period }],
});
const ofReconciler = (MetricName: string, Statistic: string) => ({
  Namespace: 'Recado/prod',
  MetricName,
  Statistic,
  Period: 300,
  Dimensions: [{ Name: 'job', Value: 'reconcile' }],
});
const atLeast = (Threshold: number, EvaluationPeriods = 1) => ({
  Threshold,
  EvaluationPeriods,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
});
const atMost = (Threshold: number) => ({ Threshold, ComparisonOperator: 'LessThanOrEqualToThreshold' });

test.each<Rule>([
  ['does not answer for 15 minutes', 'whatsapp-jobs-gateway-silent', sumOf('GatewaySilent', 300), atLeast(1, 3)],
  ['runs an unsupported version', 'whatsapp-jobs-gateway-unsuitable', sumOf('GatewayUnsuitable', 300), atLeast(1)],
  [
    'loses five numbers for 15 minutes',
    'whatsapp-jobs-lost-lines',
    ofReconciler('LinesLost', 'Maximum'),
    atLeast(5, 3),
  ],
  ['has no capacity left', 'whatsapp-jobs-no-room', ofReconciler('LineRoom', 'Minimum'), atMost(2)],
  ['keeps running removed lines', 'whatsapp-inbound-dead-lines', sumOf('LineAfterlife', 300), atLeast(10)],
  ['sends unparsable deliveries', 'whatsapp-inbound-unreadable', sumOf('DeliveryUnreadable', 3600), atLeast(10)],
  ['shows no codes', 'whatsapp-no-codes', sumOf('QrMissing', 600), atLeast(3)],
])('raises an alarm when a WhatsApp gateway %s', (_, name, watches, goesOff) => {
  const alarm = all().find(({ AlarmName }) => AlarmName === `recado-prod-${name}`);
  // A stage without gateways writes none of these metrics, so missing data must not raise an alarm.
  expect(alarm).toMatchObject({ ...watches, ...goesOff, TreatMissingData: 'notBreaching' });
});

test('raises an alarm when the reconciler of numbers fails or stops running', () => {
  const names = all().map(({ AlarmName }) => AlarmName);
  expect(names).toContain('recado-prod-whatsapp-jobs-fails');
  expect(names).toContain('recado-prod-whatsapp-jobs-stopped');
});
