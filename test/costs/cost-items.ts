import { functions } from '#infra/functions.ts';

export type Usage = {
  executionsPerDay: number;
  /** Per month, each with 20 files and 30 API calls. */
  visits: number;
  /** Metrics are charged only for hours in which they get values. */
  metrics: number;
};

/** List prices of us-east-1, without free tiers, in US dollars. */
export type Item = {
  what: string;
  /** US dollars for `per` units. */
  price: number;
  per?: number;
  unit: string;
  quantity: (usage: Usage) => number;
  because: string;
};

const million = 1e6;
const hoursPerMonth = 730;
const daysPerMonth = 365 / 12;
const minutesPerMonth = hoursPerMonth * 60;

/** Runs of scheduled functions per month, without functions that only some stages have. */
const clockRuns = functions
  .filter(({ onlyWith }) => onlyWith === undefined)
  .flatMap(({ source }) => (typeof source === 'object' ? source : []))
  .reduce((sum, { everyMinutes }) => sum + minutesPerMonth / everyMinutes, 0);

/** Every five minutes, the status of the current day is summed up and stored. */
const statusDays = minutesPerMonth / 5;

/** Every series of a sum is charged. A test compares this number with the stacks. */
export const alarmSeries = 110;

const executions = ({ executionsPerDay }: Usage): number => executionsPerDay * daysPerMonth;
/** Checks of workspaces for findings, once a day each; a workspace has five runs a day. */
const looks = (usage: Usage): number => executions(usage) / 5;
/** Renewals of tokens ahead: every 50 minutes in each workspace. */
const renewals = (usage: Usage): number => looks(usage) * 29;
const calls = ({ visits }: Usage): number => visits * 30;
const fixed = (quantity: number) => () => quantity;

const running: readonly Item[] = [
  {
    what: 'CloudFront, requests (South America)',
    price: 2.2,
    per: million,
    unit: 'request',
    quantity: (usage) => executions(usage) + calls(usage) + usage.visits * 20,
    because: 'runs, calls of the app, files of the app',
  },
  {
    what: 'CloudFront, data (South America)',
    price: 0.11,
    unit: 'GB',
    quantity: (usage) => usage.visits * 0.0004 + (executions(usage) + calls(usage)) * 0.000002,
    because: '0.4 MB a visit, 2 kB an answer',
  },
  {
    what: 'CloudFront Functions',
    price: 0.1,
    per: million,
    unit: 'request',
    quantity: (usage) => executions(usage) + calls(usage) + usage.visits * 20,
    because: 'one for each request',
  },
  {
    what: 'API Gateway, HTTP API',
    price: 1,
    per: million,
    unit: 'request',
    quantity: (usage) => executions(usage) + calls(usage),
    because: 'runs and calls of the app',
  },
  {
    what: 'Lambda, requests',
    price: 0.2,
    per: million,
    unit: 'request',
    quantity: (usage) => executions(usage) * 2 + calls(usage) + clockRuns,
    because: 'run and worker, calls of the app, scheduled functions',
  },
  {
    what: 'Lambda arm64, time',
    price: 13.3334,
    per: million,
    unit: 'GB-s',
    quantity: (usage) => executions(usage) * (0.57 + 0.05) + (calls(usage) + clockRuns) * 0.05 + renewals(usage) * 0.02,
    because:
      '1.73 GB for 0.33 s and 0.5 GB for 0.1 s a run, 0.02 GB-s a renewal of a token, 0.5 GB for 0.1 s otherwise',
  },
  {
    what: 'DynamoDB on demand, reads',
    price: 0.125,
    per: million,
    unit: 'unit',
    quantity: (usage) =>
      executions(usage) * 6 +
      calls(usage) * 5 +
      clockRuns * 2 +
      statusDays * 36 +
      looks(usage) * 12 +
      renewals(usage) * 2.5,
    because:
      '6 a run, 5 a call, 2 a scheduled function, 36 to add up a day of the status, 12 a day and workspace for findings, 2.5 for each of its 29 renewals',
  },
  {
    what: 'DynamoDB on demand, writes',
    price: 0.625,
    per: million,
    unit: 'unit',
    quantity: (usage) =>
      executions(usage) * 8 +
      calls(usage) +
      clockRuns * 0.1 +
      minutesPerMonth +
      statusDays * 2 +
      looks(usage) * 10 +
      renewals(usage) * 7,
    because:
      '8 a run (permit, state, history, lease, note), 1 a call, 1 a minute for the status, 2 for its day, 10 a day and workspace for findings, 7 for each of its 29 renewals',
  },
  {
    what: 'DynamoDB, storage and recovery',
    price: 0.45,
    unit: 'GB',
    quantity: (usage) => 0.1 + executions(usage) * 3 * 0.000001,
    because: '0.25 and 0.20; history of 90 days, 1 kB a run',
  },
  {
    what: 'CloudWatch, logs',
    price: 0.5,
    unit: 'GB',
    quantity: (usage) => executions(usage) * 0.000004 + calls(usage) * 0.000002 + clockRuns * 0.0000012,
    because: '4 kB a run, 2 kB a call, 1.2 kB a scheduled run',
  },
  {
    what: 'CloudWatch, metrics',
    price: 0.3,
    unit: 'metric',
    quantity: ({ metrics }) => metrics,
    because: 'those that get values every hour',
  },
  {
    what: 'CloudWatch, alarms',
    price: 0.1,
    unit: 'series',
    quantity: fixed(alarmSeries),
    because: 'an alarm on a sum pays for each of its series',
  },
  { what: 'Secrets Manager', price: 0.4, unit: 'secret', quantity: fixed(8), because: 'one each' },
  {
    what: 'Secrets Manager, calls',
    price: 5,
    per: million,
    unit: 'call',
    quantity: fixed(60_000),
    because: 'every ten minutes in each function that is awake',
  },
  { what: 'Route 53', price: 0.5, unit: 'zone', quantity: fixed(1), because: 'only with your own zone' },
];

const firewall: readonly Item[] = [
  { what: 'WAF, list', price: 5, unit: 'list', quantity: fixed(1), because: '`firewall`' },
  {
    what: 'WAF, rules',
    price: 1,
    unit: 'rule',
    quantity: fixed(6),
    because: 'two managed ones, one shape, three limits',
  },
  {
    what: 'WAF, requests',
    price: 0.6,
    per: million,
    unit: 'request',
    quantity: (usage) => executions(usage) + calls(usage) + usage.visits * 20,
    because: 'every request',
  },
];

/** 25 numbers with 200 group messages a day each. */
const messages = 25 * 200 * daysPerMonth;

const messaging: readonly Item[] = [
  {
    what: 'Fargate x86, vCPU',
    price: 0.04048,
    unit: 'vCPU-hour',
    quantity: fixed(hoursPerMonth),
    because: '1 vCPU for 25 numbers',
  },
  {
    what: 'Fargate x86, memory',
    price: 0.004445,
    unit: 'GB-hour',
    quantity: fixed(2 * hoursPerMonth),
    because: '2 GB',
  },
  {
    what: 'RDS db.t4g.small',
    price: 0.032,
    unit: 'hour',
    quantity: fixed(hoursPerMonth),
    because: '`small`, one zone',
  },
  { what: 'RDS, storage gp3', price: 0.115, unit: 'GB', quantity: fixed(20), because: '`storageGb`' },
  { what: 'Public address', price: 0.005, unit: 'hour', quantity: fixed(hoursPerMonth), because: "the task's own" },
  { what: 'Route 53, names of tasks', price: 0.5, unit: 'zone', quantity: fixed(1), because: 'Cloud Map' },
  { what: 'Secrets Manager', price: 0.4, unit: 'secret', quantity: fixed(3), because: 'database twice, key' },
  {
    what: 'HTTP APIs, both ways',
    price: 1,
    per: million,
    unit: 'request',
    quantity: fixed(messages + minutesPerMonth * 2),
    because: 'messages in groups, looks at the gateway',
  },
  {
    what: 'Lambda arm64, time',
    price: 13.3334,
    per: million,
    unit: 'GB-s',
    quantity: fixed(messages * 0.1),
    because: '1.73 GB for 0.06 s a message',
  },
  {
    what: 'DynamoDB on demand, reads',
    price: 0.125,
    per: million,
    unit: 'unit',
    quantity: fixed(messages * 3),
    because: '3 a message',
  },
  {
    what: 'CloudWatch, logs',
    price: 0.5,
    unit: 'GB',
    quantity: fixed(messages * 0.000002 + 0.2),
    because: "2 kB a message, and the gateway's own",
  },
  {
    what: 'CloudWatch, data protection',
    price: 0.12,
    unit: 'GB',
    quantity: fixed(0.2),
    because: "what hides texts in the gateway's log",
  },
];

const fixedAddress: readonly Item[] = [
  { what: 'NAT gateway', price: 0.045, unit: 'hour', quantity: fixed(hoursPerMonth), because: '`fixedAddress`' },
  { what: 'NAT gateway, data', price: 0.045, unit: 'GB', quantity: fixed(5), because: 'mostly images' },
];

/** Every run has a receipt; `npm run bench -- webhook` measures its units. */
const confirmation: readonly Item[] = [
  {
    what: 'Lambda, requests',
    price: 0.2,
    per: million,
    unit: 'request',
    quantity: (usage) => executions(usage) * 2,
    because: 'the skill, and the worker once more',
  },
  {
    what: 'Lambda arm64, time',
    price: 13.3334,
    per: million,
    unit: 'GB-s',
    quantity: (usage) => executions(usage) * 0.1,
    because: '0.5 GB for 0.1 s each',
  },
  {
    what: 'DynamoDB on demand, reads',
    price: 0.125,
    per: million,
    unit: 'unit',
    quantity: (usage) => executions(usage) * 6,
    because: '6 a receipt',
  },
  {
    what: 'DynamoDB on demand, writes',
    price: 0.625,
    per: million,
    unit: 'unit',
    quantity: (usage) => executions(usage) * 10,
    because: '10 a receipt',
  },
  {
    what: 'CloudWatch, logs',
    price: 0.5,
    unit: 'GB',
    quantity: (usage) => executions(usage) * 0.000003,
    because: '1.5 kB a call of each',
  },
];

export const usages: readonly Usage[] = [
  { executionsPerDay: 100, visits: 300, metrics: 15 },
  { executionsPerDay: 10_000, visits: 5_000, metrics: 40 },
];

export const parts = [
  { name: 'Running', items: running },
  { name: 'Firewall', items: firewall },
  { name: 'WhatsApp gateway', items: messaging },
  { name: 'Fixed address', items: fixedAddress },
  { name: 'Confirmation', items: confirmation },
];
