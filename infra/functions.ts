import { accessKeysContract } from '#shared/contracts/access-keys.ts';
import { accountContract } from '#shared/contracts/account.ts';
import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { authContract } from '#shared/contracts/auth.ts';
import { billingContract, billingEventsContract } from '#shared/contracts/billing.ts';
import { checkContract } from '#shared/contracts/check.ts';
import type { Contract } from '#shared/contracts/endpoint.ts';
import { findingsContract } from '#shared/contracts/findings.ts';
import { healthContract } from '#shared/contracts/health.ts';
import { historyContract } from '#shared/contracts/history.ts';
import { nightlyCheckContract } from '#shared/contracts/nightly-check.ts';
import { passContract } from '#shared/contracts/pass.ts';
import { plansContract } from '#shared/contracts/plans.ts';
import { sessionsContract } from '#shared/contracts/sessions.ts';
import { statusContract } from '#shared/contracts/status.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { webhookContract } from '#shared/contracts/webhook.ts';
import { whatsappInboundContract } from '#shared/contracts/whatsapp-inbound.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import type { SecretName } from '#shared/secret-names.ts';

/** DynamoDB actions; nothing wider is granted. */
type TableAction =
  | 'BatchGetItem'
  | 'GetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  /** Reads the whole table: for background work alone. */
  | 'Scan';

export type FunctionSchedule = { everyMinutes: number; input: Readonly<Record<string, string>> };

export type FunctionRow = {
  /** Names the function, its entry point, its bundle and its local address. */
  name: string;
  contracts?: readonly Contract[];
  /** Exists only where the stage has this setting. */
  onlyWith?: 'canary';
  /** What else calls it; `stream` filters by `functions/data/stream-filters.ts`, `skillEvents` are Alexa's. */
  source?: 'alexa' | 'skillEvents' | 'stream' | readonly FunctionSchedule[];
  /** Functions that fire triggers have a deadline of 6 s, and 4 s more. */
  seconds: number;
  megabytes: number;
  table: readonly TableAction[];
  /** Uses the index of due work. */
  readsDueIndex?: 'outbox' | 'billing' | 'lines' | 'deletions' | 'clock';
  secrets: readonly SecretName[];
  sendsEmail?: true;
  /** Requests a second at API Gateway, and the burst above it. */
  throttle?: { rate: number; burst: number };
  /** Completes "If this breaks, people ..." in the alarm. */
  ifThisBreaks: string;
};

const readWrite = [
  'BatchGetItem',
  'GetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
] as const;

/** Alexa calls it, so that it needs a skill. */
export const isOfSkill = ({ source }: FunctionRow): boolean => source === 'alexa' || source === 'skillEvents';

/** The stacks, the local gateway and the bundler loop over these rows. */
export const functions: readonly FunctionRow[] = [
  {
    name: 'health',
    contracts: [healthContract],
    seconds: 5,
    megabytes: 256,
    table: [],
    secrets: ['origin'],
    ifThisBreaks: 'cannot be told whether the product is up.',
  },
  {
    name: 'status',
    contracts: [statusContract],
    seconds: 8,
    megabytes: 256,
    table: ['GetItem', 'Query'],
    secrets: ['origin'],
    ifThisBreaks: 'who ask whether the channels work get no answer.',
  },
  {
    name: 'auth',
    contracts: [authContract, sessionsContract],
    // Alexa may take 12 s to enable the skill, and API Gateway waits 30 s.
    seconds: 25,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption', 'amazon', 'google', 'alexa'],
    ifThisBreaks: 'cannot sign in, connect an Amazon account, or end sessions elsewhere.',
  },
  {
    name: 'workspaces',
    contracts: [workspacesContract, accountContract],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption'],
    ifThisBreaks:
      'cannot see, create, switch or deactivate workspaces, download their data, or delete or keep their account.',
  },
  {
    name: 'amazon-auth',
    contracts: [amazonAuthContract],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption', 'alexa'],
    ifThisBreaks: 'cannot see or unlink their Amazon account, nor learn that the skill is off.',
  },
  {
    name: 'triggers',
    contracts: [
      triggersContract,
      historyContract,
      checkContract,
      plansContract,
      nightlyCheckContract,
      accessKeysContract,
    ],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption', 'alexa'],
    ifThisBreaks: 'cannot create, change, plan or run triggers in the app, nor give or stop access keys.',
  },
  {
    name: 'findings',
    contracts: [findingsContract],
    seconds: 10,
    megabytes: 512,
    table: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'],
    secrets: ['origin'],
    // Machines ask every minute or so.
    throttle: { rate: 100, burst: 200 },
    ifThisBreaks: 'cannot see whether everything works, and what mends it; mails about it still go out.',
  },
  {
    name: 'whatsapp',
    contracts: [whatsappContract],
    // A gateway may take 25 s to begin a line; API Gateway waits 30 s.
    seconds: 29,
    megabytes: 512,
    table: readWrite,
    readsDueIndex: 'lines',
    secrets: ['origin', 'encryption', 'whatsapp'],
    ifThisBreaks: 'cannot connect a WhatsApp number, see whether it is connected, or link groups.',
  },
  {
    name: 'whatsapp-inbound',
    contracts: [whatsappInboundContract],
    seconds: 10,
    megabytes: 1024,
    table: readWrite,
    secrets: ['encryption', 'alexa', 'whatsapp'],
    // All messages of all groups of all linked numbers arrive here.
    throttle: { rate: 500, burst: 1000 },
    ifThisBreaks: 'write commands in their WhatsApp group and nothing happens.',
  },
  {
    name: 'webhook',
    contracts: [webhookContract, passContract],
    seconds: 10,
    megabytes: 1024,
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    secrets: ['origin', 'encryption', 'alexa'],
    throttle: { rate: 200, burst: 400 },
    ifThisBreaks: 'call webhooks, or tap on the page of a guest, and nothing happens at home.',
  },
  {
    name: 'alexa-skill',
    source: 'alexa',
    seconds: 8,
    megabytes: 1024,
    table: readWrite,
    secrets: ['encryption', 'alexa', 'amazon'],
    ifThisBreaks: 'cannot link the skill, discover devices or speak to them.',
  },
  {
    name: 'skill-events',
    source: 'skillEvents',
    seconds: 8,
    megabytes: 512,
    table: ['GetItem', 'PutItem'],
    secrets: ['amazon'],
    ifThisBreaks: 'learn up to a day later that they have disabled the skill.',
  },
  {
    name: 'worker',
    source: 'stream',
    seconds: 60,
    megabytes: 512,
    table: readWrite,
    secrets: ['encryption', 'alexa', 'whatsapp'],
    sendsEmail: true,
    ifThisBreaks: 'see no new devices in Alexa and no run history, until it works again.',
  },
  {
    name: 'schedules',
    source: [
      { everyMinutes: 1, input: { job: 'sweep' } },
      { everyMinutes: 1, input: { job: 'watchChannels' } },
      // Each grant is checked once a day; more rounds spread them.
      { everyMinutes: 30, input: { job: 'checkGrants' } },
      // One read while no key was changed.
      { everyMinutes: 60, input: { job: 'reseal' } },
    ],
    seconds: 55,
    megabytes: 512,
    table: [...readWrite, 'Scan'],
    readsDueIndex: 'outbox',
    secrets: ['encryption', 'alexa', 'whatsapp'],
    sendsEmail: true,
    ifThisBreaks:
      'wait for ever for work that failed once, such as a device that Alexa did not take, and are not told that the skill is off.',
  },
  {
    name: 'clock',
    source: [{ everyMinutes: 1, input: { job: 'runDue' } }],
    seconds: 55,
    megabytes: 1024,
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    readsDueIndex: 'clock',
    secrets: ['encryption', 'alexa'],
    ifThisBreaks: 'have planned a run, by the clock or with "in", and nothing happens at home.',
  },
  {
    name: 'account-jobs',
    source: [{ everyMinutes: 60, input: { job: 'deleteAccounts' } }],
    // It reads the whole table for each person.
    seconds: 900,
    megabytes: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'BatchWriteItem', 'Scan'],
    readsDueIndex: 'deletions',
    secrets: ['stripe'],
    ifThisBreaks: 'who asked for their account to be deleted still have one after the date that they were told.',
  },
  {
    name: 'canary',
    onlyWith: 'canary',
    // The stage says how often.
    source: [{ everyMinutes: 5, input: { job: 'canary' } }],
    seconds: 45,
    megabytes: 256,
    table: ['GetItem'],
    secrets: ['canary'],
    ifThisBreaks: 'probably call webhooks and nothing happens, as in the account of the canary.',
  },
  {
    name: 'billing',
    contracts: [billingContract],
    // Stripe may take 8 s for a call, and checkout needs several.
    seconds: 28,
    megabytes: 512,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    secrets: ['origin', 'stripe'],
    ifThisBreaks: 'cannot see their subscription, subscribe, or reach the billing portal.',
  },
  {
    name: 'stripe-events',
    contracts: [billingEventsContract],
    seconds: 28,
    megabytes: 512,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    secrets: ['stripe'],
    throttle: { rate: 200, burst: 400 },
    ifThisBreaks: 'pay or cancel and the app learns of it hours later.',
  },
  {
    name: 'billing-jobs',
    source: [
      // Each subscription is due once a day.
      { everyMinutes: 5, input: { job: 'lookAtDue' } },
      { everyMinutes: 60, input: { job: 'lookForMissedEvents' } },
    ],
    seconds: 120,
    megabytes: 512,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    readsDueIndex: 'billing',
    secrets: ['stripe'],
    ifThisBreaks: 'keep a wrong subscription when an event of Stripe got lost, or owe for a workspace that is off.',
  },
  {
    name: 'whatsapp-jobs',
    source: [
      // Pairings that ran out, lost connections, second reads.
      { everyMinutes: 1, input: { job: 'lookAtLines' } },
      { everyMinutes: 5, input: { job: 'reconcile' } },
    ],
    seconds: 120,
    megabytes: 512,
    table: readWrite.filter((action) => action !== 'ConditionCheckItem'),
    readsDueIndex: 'lines',
    secrets: ['encryption', 'whatsapp'],
    ifThisBreaks:
      'see a WhatsApp number called connected that is not, or wait for a lost one that is not started again.',
  },
];
