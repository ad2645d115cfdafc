import type { RunStage } from './rules/execution/stages.ts';

/** Each dimension has only a few values. Ids are never used as dimensions. */
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
  /** CloudWatch bills each set of dimensions as a separate metric; an empty set is the total. */
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
} as const satisfies Record<RunStage, string>;

/** Tests compare it with the dashboard and the alarms. */
export const metricCatalogue = {
  Runs: count(['channel', 'outcome']),
  /** 1 for a run lost by us or Amazon, 0 for a run that Alexa accepted, so the average is the share of lost runs. */
  RunLost: count(['channel'], []),
  /** From the channel to the outcome, followed by its stages. */
  RunMs: milliseconds(['channel'], []),
  ArrivalMs: milliseconds(['channel']),
  ReadMs: milliseconds(['channel']),
  ClaimMs: milliseconds(['channel']),
  OpenMs: milliseconds(['channel']),
  TokenMs: milliseconds(['channel']),
  SendMs: milliseconds(['channel'], []),
  /** Answers of routines that confirm runs. The time is measured from the channel to the receipt. */
  Answers: count(['answer']),
  AnswerMs: milliseconds([]),
  /** Webhook calls that were refused before a run started. */
  WebhookTurnedAway: count(['errorKey']),
  Directives: count(['directive', 'outcome']),
  /** Grants that ended: Alexa no longer accepts events for the account. */
  LinksEnded: count(['reason'], []),
  /** Amazon accounts for which Alexa did not let us enable the skill, and how often that stopped us for all users. */
  EnablementsRefused: count(['reason'], []),
  EnablementsStopped: count(['reason'], []),

  /** Background jobs: permanently failed items, due items, and the age of the oldest due item. */
  OutboxDead: count(['topic']),
  OutboxDue: count(['job']),
  OutboxLateSeconds: { unit: 'Seconds', by: [['job']] },
  /** Planned runs: how many were due at a tick, and the delay of the latest one. */
  ClockDue: count(['job']),
  ClockLateSeconds: { unit: 'Seconds', by: [['job']] },
  /** Feeds the public status. */
  ChannelsWatched: count(['job']),
  /**
   * 1 while Alexa accepts events but homes that used to confirm do not answer, otherwise 0. Absent if no home confirms.
   */
  HomesSilent: count(['job']),
  Mails: count(['outcome']),

  BillingEvents: count(['outcome']),
  BillingEventIgnored: count(['reason']),
  BillingDrift: count(['job'], []),

  /** From the group message to the reply. */
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

  /**
   * The canary: 1 for a failed round, otherwise 0; the webhook's response time; the time until the run returned by
   * voice.
   */
  CanaryFailed: count([]),
  CanaryMs: milliseconds([]),
  CanaryEchoMs: milliseconds([]),
} as const satisfies Readonly<Record<string, Shape>>;

export type MetricName = keyof typeof metricCatalogue;

export const shapeOf = (name: MetricName): Shape => metricCatalogue[name];
