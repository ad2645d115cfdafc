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

import type { AlarmGuide } from './alarm-guide.ts';

/** The DynamoDB actions that a function's policy may grant. */
type TableAction =
  | 'BatchGetItem'
  | 'GetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  /** Reads the whole table, so only for background work. */
  | 'Scan';

export type FunctionSchedule = { everyMinutes: number; input: Readonly<Record<string, string>> };

export type FunctionRow = {
  /** The name of the function, its entry point, its bundle and its local address. */
  name: string;
  contracts?: readonly Contract[];
  /** Deployed only if the stage has this setting. */
  onlyWith?: 'canary';
  /** The caller of the function if it is not the API. `functions/data/stream-filters.ts` filters the `stream`. */
  source?: 'alexa' | 'skillEvents' | 'stream' | readonly FunctionSchedule[];
  /** The timeout. Functions that fire triggers have a deadline of 6 s, and 4 s more to finish. */
  seconds: number;
  megabytes: number;
  table: readonly TableAction[];
  /** Queries this partition of the index of due work. */
  readsDueIndex?: 'outbox' | 'billing' | 'lines' | 'deletions' | 'clock';
  secrets: readonly SecretName[];
  sendsEmail?: true;
  /** The limits at API Gateway: requests per second, and the burst. */
  throttle?: { rate: number; burst: number };
  /** The texts of the alarm on crashes, throttled invocations and ERROR lines. `look` names lines of its log. */
  whenItFails: AlarmGuide;
};

/** Lambda gives a full core from this size on. More would not make a user wait less (`docs/performance.md`). */
const oneCoreMegabytes = 1769;

const readWrite = [
  'BatchGetItem',
  'GetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
] as const;

/** Returns whether Alexa invokes the function, which needs a skill. */
export const isInvokedByAlexa = ({ source }: FunctionRow): boolean => source === 'alexa' || source === 'skillEvents';

/** The stacks, the local gateway and the bundler loop over these rows. */
export const functions: readonly FunctionRow[] = [
  {
    name: 'health',
    contracts: [healthContract],
    seconds: 5,
    megabytes: 256,
    table: [],
    secrets: ['origin'],
    whenItFails: {
      impact: 'Users notice nothing; monitors of `/api/health` get no answer.',
      look: '`request.failed`. If other alarms are on, start with those.',
      fix: 'Usually `secret.unavailable` (docs/error-lines.md) or a bad deployment: go back (RUNBOOK.md).',
    },
  },
  {
    name: 'status',
    contracts: [statusContract],
    seconds: 8,
    megabytes: 256,
    table: ['GetItem', 'Query'],
    secrets: ['origin'],
    whenItFails: {
      impact: 'The page `/status` cannot be read and `GET /api/status` answers 5xx. Triggers still run.',
      look: '`request.failed`, `item.unreadable` and `status.notRead`.',
      fix: 'See the line in docs/error-lines.md. If DynamoDB does not answer, every channel shows `unknown`, which is not a failure here: wait.',
      ends: 'Automatically. The CDN may show an answer that is a minute old.',
    },
  },
  {
    name: 'auth',
    contracts: [authContract, sessionsContract],
    // Alexa may take 12 s to enable the skill, and API Gateway waits 30 s.
    seconds: 25,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption', 'amazon', 'google', 'alexa'],
    whenItFails: {
      impact: 'Sign-in, or linking an Amazon account, ends on an error page. Existing sessions keep working.',
      look: '`request.failed` and its `errorKey`; compare the counts of `signIn.done`, `signIn.refused` and `amazonLink.refused`.',
      fix: '`secret.unavailable`: docs/error-lines.md. A provider that is down or has changed: compare `cause` with `functions/providers`. If a client secret was replaced, paste the new one into `amazon` or `google` (docs/secrets.md).',
      ends: 'Automatically. Users sign in again; a failed attempt leaves nothing behind.',
    },
  },
  {
    name: 'workspaces',
    contracts: [workspacesContract, accountContract],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption'],
    whenItFails: {
      impact:
        'The app cannot show, create, switch or deactivate workspaces, nor download data or delete an account; most pages stay empty. Webhooks and voice work.',
      look: '`request.failed` and `item.unreadable`; the query "Answers" in RUNBOOK.md shows which routes fail.',
      fix: 'See the line in docs/error-lines.md.',
    },
  },
  {
    name: 'amazon-auth',
    contracts: [amazonAuthContract],
    seconds: 10,
    megabytes: 512,
    table: readWrite,
    secrets: ['origin', 'encryption', 'alexa'],
    whenItFails: {
      impact: 'The page of the Amazon account does not load, or unlinking fails.',
      look: '`request.failed`, `gateway.misconfigured` and `gateway.tokenNotRenewed`.',
      fix: 'See the line in docs/error-lines.md. The worker finishes an unlink that was already answered.',
    },
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
    megabytes: oneCoreMegabytes,
    table: readWrite,
    secrets: ['origin', 'encryption', 'alexa'],
    whenItFails: {
      impact: 'The app cannot create, change, plan or run triggers, nor manage access keys.',
      look: '`trigger.failed`, `gateway.misconfigured` and `request.failed`; the queries "Answers" and "Runs" in RUNBOOK.md.',
      fix: 'See the line in docs/error-lines.md. `unavailable` or `throttled` without ERROR lines are transient failures at Amazon: wait.',
      ends: 'Automatically. Failed runs are not repeated.',
    },
  },
  {
    name: 'findings',
    contracts: [findingsContract],
    seconds: 10,
    megabytes: 512,
    table: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'],
    secrets: ['origin'],
    // Callers are programs that poll about once a minute.
    throttle: { rate: 100, burst: 200 },
    whenItFails: {
      impact:
        'The dashboard cannot show whether everything works, and monitors of `/prod/findings` get 5xx. Mails about problems are still sent.',
      look: '`request.failed` and `item.unreadable`. Many requests of one workspace are a monitor that asks too often; above 100 requests a second in total, callers get 429.',
      fix: 'See the line in docs/error-lines.md. Triggers do not need this function.',
      ends: 'Automatically, when the table answers again.',
    },
  },
  {
    name: 'whatsapp',
    contracts: [whatsappContract],
    // A gateway may take 25 s to start a line, and API Gateway waits 30 s.
    seconds: 29,
    megabytes: 512,
    table: readWrite,
    readsDueIndex: 'lines',
    secrets: ['origin', 'encryption', 'whatsapp'],
    whenItFails: {
      impact: 'The WhatsApp page does not load, or a number or group cannot be connected or removed.',
      look: '`request.failed`, `line.gatewayRefusesKey` and `item.unreadable`; the query "Answers" in RUNBOOK.md.',
      fix: 'See the line in docs/error-lines.md. Many 503 without ERROR lines: see `whatsapp-jobs-gateway-silent`.',
      ends: 'Automatically. The worker finishes disconnecting a number that was removed.',
    },
  },
  {
    name: 'whatsapp-inbound',
    contracts: [whatsappInboundContract],
    seconds: 10,
    megabytes: oneCoreMegabytes,
    table: readWrite,
    secrets: ['encryption', 'alexa', 'whatsapp'],
    // All messages of all groups of all linked numbers arrive here.
    throttle: { rate: 500, burst: 1000 },
    whenItFails: {
      impact: 'Commands in WhatsApp groups do nothing and get no answer.',
      look: '`inbound.failed`, `group.failed`, `inbound.notBelieved` (wrong key or clock); `filter event = "group.answered" | stats count() by kind, result, said`. Many `said` other than `sent` and `reacted` point to the gateway; `reaction` names why a text replaced the reaction. `inbound.unknownHost` is a kind of address that `functions/providers/whatsapp/people.ts` does not list; its commands run unless a condition names members.',
      fix: 'See the line in docs/error-lines.md. `inbound.busy`: the table or Secrets Manager did not answer: wait. Gateways repeat for more than eight minutes, but a command older than two minutes does not run.',
      ends: 'Automatically. Lost commands are not repeated.',
    },
  },
  {
    name: 'webhook',
    contracts: [webhookContract, passContract],
    seconds: 10,
    megabytes: oneCoreMegabytes,
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    secrets: ['origin', 'encryption', 'alexa'],
    throttle: { rate: 200, burst: 400 },
    whenItFails: {
      impact: 'The most urgent alarm: webhooks and guest pages are called and nothing happens at home.',
      look: '`trigger.failed`, `trigger.notRecorded`, `gateway.misconfigured`; the query "Runs" in RUNBOOK.md with `channel = "webhook"`. With `Throttles`, the concurrency of the account is used up: `filter event like /^trigger/ | stats count() by workspaceId`.',
      fix: 'Fix `gateway.misconfigured` first, because it stops all users (docs/error-lines.md). Throttles: request a higher limit from AWS; the limit per trigger already slows a single caller.',
      ends: 'Automatically. Callers that handle 503 retry.',
    },
  },
  {
    name: 'alexa-skill',
    source: 'alexa',
    seconds: 8,
    megabytes: oneCoreMegabytes,
    table: readWrite,
    secrets: ['encryption', 'alexa', 'amazon'],
    whenItFails: {
      impact:
        'Alexa answers spoken triggers with an error, or users cannot enable the skill or discover devices. In eu-west-1: users in Europe.',
      look: '`skill.failed`, `skill.foreignToken`; `filter event = "skill.answered" | stats count() by directive, outcome`.',
      fix: '`AcceptGrant` fails for all users: check the secret `alexa` and the permission of the skill. Timeouts in eu-west-1 only: check whether DynamoDB in us-east-1 is slow. Otherwise docs/error-lines.md.',
      ends: 'Automatically. Users who could not enable the skill must try again, because Alexa sends a grant once.',
    },
  },
  {
    name: 'skill-events',
    source: 'skillEvents',
    seconds: 8,
    megabytes: 512,
    table: ['GetItem', 'PutItem'],
    secrets: ['amazon'],
    whenItFails: {
      impact: 'Users who disable the skill in the Alexa app are notified up to a day later.',
      look: '`skillEvent.failed` has the cause; `filter event = "skillEvent.heard" | stats count() by kind, outcome`. `unavailable`: Amazon did not answer, and Lambda delivers the event again, at most twice.',
      fix: 'See the cause. Many `foreignToken`: the secret `amazon` and account linking of the skill name different clients.',
      ends: 'Automatically. The daily check and each run find the same state.',
    },
  },
  {
    name: 'worker',
    source: 'stream',
    seconds: 60,
    megabytes: 512,
    table: readWrite,
    secrets: ['encryption', 'alexa', 'whatsapp'],
    sendsEmail: true,
    whenItFails: {
      impact:
        'New, renamed and deleted triggers reach Alexa late, and the run history has gaps until the worker recovers.',
      look: '`outbox.failed`, `devices.leftOut`, `item.unreadable`. After a crash or timeout the batch is delivered again.',
      fix: 'See the line in docs/error-lines.md. An item that crashes the worker each time is isolated and ends in the queue (`worker-lost-changes`).',
      ends: 'Automatically; worker or sweep completes the pending work.',
    },
  },
  {
    name: 'schedules',
    source: [
      { everyMinutes: 1, input: { job: 'sweep' } },
      { everyMinutes: 1, input: { job: 'watchChannels' } },
      // Each grant is checked once a day. Frequent rounds spread the checks.
      { everyMinutes: 30, input: { job: 'checkGrants' } },
      // Costs one read unless a key has changed.
      { everyMinutes: 60, input: { job: 'reseal' } },
    ],
    seconds: 55,
    megabytes: 512,
    table: [...readWrite, 'Scan'],
    readsDueIndex: 'outbox',
    secrets: ['encryption', 'alexa', 'whatsapp'],
    sendsEmail: true,
    whenItFails: {
      impact: 'Nothing at first. Failed work is not retried, and no mails about a disabled skill are sent.',
      look: '`outbox.failed`, `request.failed` and crashes; `sweep.done` must appear every minute.',
      fix: 'See the line in docs/error-lines.md. A timeout with a long queue is harmless: the next minute continues.',
    },
  },
  {
    name: 'clock',
    source: [{ everyMinutes: 1, input: { job: 'runDue' } }],
    seconds: 55,
    megabytes: 1024,
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    readsDueIndex: 'clock',
    secrets: ['encryption', 'alexa'],
    whenItFails: {
      impact: 'Planned runs are minutes late; those more than ten minutes late are skipped and shown as missed.',
      look: '`plannedRun.failed` and crashes; `clock.ticked` must appear every minute, with `due` and `settled`.',
      fix: 'See the line in docs/error-lines.md. A timeout with many due runs is harmless: the next minute continues.',
      ends: 'Automatically. Repeating plans continue.',
    },
  },
  {
    name: 'account-jobs',
    source: [{ everyMinutes: 60, input: { job: 'deleteAccounts' } }],
    // Reads the whole table for each user.
    seconds: 900,
    megabytes: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'BatchWriteItem', 'Scan'],
    readsDueIndex: 'deletions',
    secrets: ['stripe'],
    whenItFails: {
      impact: 'Accounts still exist after the deletion date that the app and a mail named. Their users are signed out.',
      look: '`account.deletionFailed` with `why` or `cause`; crashes and timeouts.',
      fix: '`why` names the remainder as `npm run ops -- forget` does (RUNBOOK.md, "Forget a user"). A timeout: the table has become too large to read three times in 15 minutes; run `forget` yourself.',
      ends: 'Automatically, once Alexa, a gateway or Stripe answers again: each hourly run resumes the last one.',
    },
  },
  {
    name: 'canary',
    onlyWith: 'canary',
    // The setting of the stage replaces the interval.
    source: [{ everyMinutes: 5, input: { job: 'canary' } }],
    seconds: 45,
    megabytes: 256,
    table: ['GetItem'],
    secrets: ['canary'],
    whenItFails: {
      impact:
        'Probably no webhook works: rounds of the canary failed in two periods in a row (five minutes each, or `everyMinutes` if longer).',
      look: '`filter event = "canary.failed" | display @timestamp, reason, status, outcome, errorKey, executionId`. `noAnswer`, or `turnedAway` with 5xx: the public address (`edge-errors`, DNS, certificate). `turnedAway` with 404: the webhook of the canary (a new token?). `notTaken`: Amazon (`runs-not-taken`). `notHeard`: Amazon accepted the event, but the routine did not start the second trigger.',
      fix: 'See `reason`. `notHeard` alone: check routine and skill in the Alexa app of the test account. `notConfigured`, `badSettings`: the secret `canary` (docs/secrets.md).',
      ends: 'With the next good round; RUNBOOK.md has the command for a round by hand.',
    },
  },
  {
    name: 'billing',
    contracts: [billingContract],
    // Stripe may take 8 s for a call, and checkout needs several.
    seconds: 28,
    megabytes: 512,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    secrets: ['origin', 'stripe'],
    whenItFails: {
      impact: 'The subscription page does not load, or its buttons do nothing.',
      look: '`billing.misconfigured`, `billing.refused` and `request.failed`; the query "Answers" in RUNBOOK.md.',
      fix: 'See the line in docs/error-lines.md. `billing.refused` with `reason = "transient"` or `"failed"` is trouble at Stripe (https://status.stripe.com): wait. Stored subscriptions stay.',
    },
  },
  {
    name: 'stripe-events',
    contracts: [billingEventsContract],
    seconds: 28,
    megabytes: 512,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    secrets: ['stripe'],
    throttle: { rate: 200, burst: 400 },
    whenItFails: {
      impact: 'A payment or cancellation shows late.',
      look: '`billing.eventFailed` with its `cause`. Many `billing.eventRefused` without it: the endpoint secret is wrong.',
      fix: 'See the line in docs/error-lines.md. If Stripe disabled the endpoint, enable it in the dashboard.',
      ends: 'Automatically. Stripe repeats for three days and `billing-jobs` fetches missed events, so nothing is lost.',
    },
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
    whenItFails: {
      impact: 'Nothing, unless an event of Stripe was also lost: then a subscription is wrong.',
      look: '`billing.jobFailed`, `billing.twoLive`, `billing.priceDiffers`, `billing.unexpected` and crashes.',
      fix: 'See the line in docs/error-lines.md.',
      ends: 'With the next round. `billing.twoLive` returns each day until one subscription is cancelled, `billing.priceDiffers` each hour until the prices match.',
    },
  },
  {
    name: 'whatsapp-jobs',
    source: [
      // Ends expired pairings, and checks lost connections a second time.
      { everyMinutes: 1, input: { job: 'lookAtLines' } },
      { everyMinutes: 5, input: { job: 'reconcile' } },
    ],
    seconds: 120,
    megabytes: 512,
    table: readWrite.filter((action) => action !== 'ConditionCheckItem'),
    readsDueIndex: 'lines',
    secrets: ['encryption', 'whatsapp'],
    whenItFails: {
      impact:
        'Little at first. A lost number still shows as connected and is not restarted; an expired code stays open.',
      look: '`line.lookFailed`, `line.shardFailed`, `line.gatewayLostLines`, `line.gatewayRefusesKey` and crashes; `shard` names the gateway. `line.revived`: a failed or stuck line was restarted (`state`); if it repeats for one `instanceId`, read the log of the gateway. `state: unknown`: this version does not know the state.',
      fix: 'See the line in docs/error-lines.md. `line.gatewayLostLines` is urgent: RUNBOOK.md, "A gateway lost its store".',
      ends: 'With the next round; `line.gatewayLostLines` returns every five minutes.',
    },
  },
];
