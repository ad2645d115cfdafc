import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { authContract } from '#shared/contracts/auth.ts';
import { billingContract, billingEventsContract } from '#shared/contracts/billing.ts';
import type { Contract } from '#shared/contracts/endpoint.ts';
import { healthContract } from '#shared/contracts/health.ts';
import { statusContract } from '#shared/contracts/status.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { webhookContract } from '#shared/contracts/webhook.ts';
import { whatsappInboundContract } from '#shared/contracts/whatsapp-inbound.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

/** What a function may do with the table, as DynamoDB actions; nothing wider is granted. */
type TableAction =
  | 'BatchGetItem'
  | 'GetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  /** Reads the whole table: for background work alone. */
  | 'Scan';

/** Secrets by name; each is created as a placeholder and read on first use. */
export type SecretName = 'encryption' | 'amazon' | 'alexa' | 'google' | 'origin' | 'stripe' | 'whatsapp' | 'canary';

/** Calls a function every so often with this input. */
export type Clock = { everyMinutes: number; input: Readonly<Record<string, string>> };

export type FunctionRow = {
  /** Names the function, its entry point, its bundle and its local address. */
  name: string;
  /** Calls that API Gateway routes here. */
  contracts?: readonly Contract[];
  /** Exists only where the stage has this setting. */
  onlyWith?: 'canary';
  /** What else calls it: Alexa, the table's stream (with the filters of `functions/data/stream-filters.ts`), clocks. */
  source?: 'alexa' | 'stream' | readonly Clock[];
  /** Time limit. A door that fires triggers gets its deadline of 6 s plus 4 s. */
  seconds: number;
  megabytes: number;
  table: readonly TableAction[];
  /** Uses the index of what is to be done some day, and for which work. */
  readsDueIndex?: 'outbox' | 'billing' | 'lines';
  secrets: readonly SecretName[];
  /** Sends e-mail, where the stage has a sender. */
  sendsEmail?: true;
  /** Steady requests a second that API Gateway lets through, and the burst above it. */
  throttle?: { rate: number; burst: number };
  /** Completes "If this breaks, people ..."; becomes the alarm's message. */
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

/** Every Lambda of the product. The stacks, the local gateway and the bundler loop over these rows. */
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
    table: ['GetItem'],
    secrets: ['origin'],
    ifThisBreaks: 'who ask whether the doors work get no answer.',
  },
  {
    name: 'auth',
    contracts: [authContract],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption', 'amazon', 'google'],
    ifThisBreaks: 'cannot sign in or link an Amazon account.',
  },
  {
    name: 'workspaces',
    contracts: [workspacesContract],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption'],
    ifThisBreaks: 'cannot see, create, switch or deactivate workspaces.',
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
    contracts: [triggersContract],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption', 'alexa'],
    ifThisBreaks: 'cannot create, change or fire triggers in the app.',
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
    // Every message of every group that a linked number is in comes by.
    throttle: { rate: 500, burst: 1000 },
    ifThisBreaks: 'write commands in their WhatsApp group and nothing happens.',
  },
  {
    name: 'webhook',
    contracts: [webhookContract],
    seconds: 10,
    megabytes: 1024,
    table: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    secrets: ['origin', 'encryption', 'alexa'],
    throttle: { rate: 200, burst: 400 },
    ifThisBreaks: 'fire webhooks and nothing happens at home.',
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
      // What the public status says.
      { everyMinutes: 1, input: { job: 'watchDoors' } },
      // Each grant comes up once a day; the job looks more often so that they spread over the day.
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
    name: 'canary',
    onlyWith: 'canary',
    // The stage says how often.
    source: [{ everyMinutes: 5, input: { job: 'canary' } }],
    seconds: 45,
    megabytes: 256,
    table: ['GetItem'],
    secrets: ['canary'],
    ifThisBreaks: 'in the test house fire a webhook and Alexa does not hear it; probably nobody hears anything.',
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
    ifThisBreaks: 'pay or cancel and the app learns of it hours later.',
  },
  {
    name: 'billing-jobs',
    source: [
      // Each subscription comes up once a day, a checkout page when it has run out, a switched-off workspace at once.
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
      // Codes that nobody scanned, connections that do not come back, second looks.
      { everyMinutes: 1, input: { job: 'lookAtLines' } },
      { everyMinutes: 5, input: { job: 'reconcile' } },
    ],
    seconds: 120,
    megabytes: 512,
    table: readWrite.filter((action) => action !== 'ConditionCheckItem'),
    readsDueIndex: 'lines',
    secrets: ['encryption', 'whatsapp'],
    ifThisBreaks:
      'see a WhatsApp number called connected that is not, or wait for a lost one that nobody starts again.',
  },
];
