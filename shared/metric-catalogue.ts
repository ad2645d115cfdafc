import type { Stage } from './rules/execution/stages.ts';

/** Each dimension has few values, and never an id. */
export type DimensionName =
  | 'channel'
  | 'outcome'
  | 'answer'
  | 'errorKey'
  | 'reason'
  | 'topic'
  | 'job'
  | 'shard'
  | 'kind'
  | 'said'
  | 'directive';

type Shape = {
  unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** CloudWatch bills each set as a metric of its own; an empty set is the sum. */
  by: readonly (readonly DimensionName[])[];
};

const count = (...by: Shape['by']): Shape => ({ unit: 'Count', by });
const milliseconds = (...by: Shape['by']): Shape => ({ unit: 'Milliseconds', by });

export const stageMetrics = {
  arrival: 'ArrivalMs',
  read: 'ReadMs',
  claim: 'ClaimMs',
  open: 'OpenMs',
  token: 'TokenMs',
  send: 'SendMs',
} as const satisfies Record<Stage, string>;

/** Tests compare it with the dashboard and the alarms. */
export const metricCatalogue = {
  Runs: count(['channel', 'outcome']),
  /** 1 for a run that we or Amazon lost, 0 for one that Alexa took, so the average is the share. */
  RunLost: count(['channel'], []),
  /** From the channel to the outcome, then its stages. */
  RunMs: milliseconds(['channel'], []),
  ArrivalMs: milliseconds(['channel']),
  ReadMs: milliseconds(['channel']),
  ClaimMs: milliseconds(['channel']),
  OpenMs: milliseconds(['channel']),
  TokenMs: milliseconds(['channel']),
  SendMs: milliseconds(['channel'], []),
  /** From the routines that confirm their runs; the time is from the channel to the receipt. */
  Answers: count(['answer']),
  AnswerMs: milliseconds([]),
  /** Refused before a run began. */
  WebhookTurnedAway: count(['errorKey']),
  Directives: count(['directive', 'outcome']),
  /** Permissions to reach Alexa. */
  LinksEnded: count(['reason'], []),
  /** Amazon accounts for which Alexa did not let us enable the skill, and how often that stopped us for everybody. */
  EnablementsRefused: count(['reason'], []),
  EnablementsStopped: count(['reason'], []),

  /** Background work: failed for good, due, and the age of the oldest due item. */
  OutboxDead: count(['topic']),
  OutboxDue: count(['job']),
  OutboxLateSeconds: { unit: 'Seconds', by: [['job']] },
  /** Planned runs: due at a look of the clock, and how late the latest of them was begun. */
  ClockDue: count(['job']),
  ClockLateSeconds: { unit: 'Seconds', by: [['job']] },
  /** For the public status. */
  ChannelsWatched: count(['job']),
  /** 1 while Alexa takes events and homes that used to confirm do not answer, else 0; only where homes confirm. */
  HomesSilent: count(['job']),
  Mails: count(['outcome']),

  BillingEvents: count(['outcome']),
  BillingEventIgnored: count(['reason']),
  BillingDrift: count(['job'], []),

  /** From the group message to the answer. */
  GroupAnswers: count(['kind', 'said']),
  GroupAnswerMs: milliseconds([]),
  DeliveryUnreadable: count(['shard']),
  LineAfterlife: count(['shard']),
  QrMissing: count([]),
  GatewaySilent: count(['shard']),
  GatewayUnsuitable: count(['shard']),
  LinesConnected: count(['shard']),
  LinesLost: count(['shard'], ['job']),
  LinesPairing: count(['shard']),
  LinesMissing: count(['shard']),
  LinesOrphaned: count(['shard']),
  LinesWoken: count(['shard']),
  LineRoom: count(['shard'], ['job']),

  /** The canary: 1 for a failed round, else 0; the webhook's answer time; the time until the run came back by voice. */
  CanaryFailed: count([]),
  CanaryMs: milliseconds([]),
  CanaryEchoMs: milliseconds([]),
} as const satisfies Readonly<Record<string, Shape>>;

export type MetricName = keyof typeof metricCatalogue;

export const shapeOf = (name: MetricName): Shape => metricCatalogue[name];
