/** What may tell the values of a metric apart; each takes a handful of values, and never an id. */
export type DimensionName =
  | 'channel'
  | 'outcome'
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
  /** Each set is a metric of its own at CloudWatch, with a price of its own; an empty one is the sum of all. */
  by: readonly (readonly DimensionName[])[];
};

const count = (...by: Shape['by']): Shape => ({ unit: 'Count', by });
const milliseconds = (...by: Shape['by']): Shape => ({ unit: 'Milliseconds', by });

/**
 * Every metric that a function writes: its unit, and what it is counted by. The dashboard shows them all, and alarms
 * watch some; tests compare the three.
 */
export const metricCatalogue = {
  /** Runs of triggers, as each ended. */
  Runs: count(['channel', 'outcome']),
  /** 1 for a run that we or Amazon lost, 0 for one that Alexa took; its average is the share that was lost. */
  RunLost: count(['channel'], []),
  /** From the channel to the outcome, and the stages of it: before the corridor, in it, and at Amazon. */
  RunMs: milliseconds(['channel'], []),
  ArrivalMs: milliseconds(['channel']),
  ReadMs: milliseconds(['channel']),
  ClaimMs: milliseconds(['channel']),
  TokenMs: milliseconds(['channel']),
  SendMs: milliseconds(['channel'], []),
  /** Calls of webhooks that were no run: a wrong address, a table that did not answer. */
  WebhookTurnedAway: count(['errorKey']),
  /** Directives of Alexa, as each was answered. */
  Directives: count(['directive', 'outcome']),
  /** Permissions to reach Alexa that ended. */
  LinksEnded: count(['reason'], []),

  /** Background work that was set aside, that is due, and how long the oldest of it has been due. */
  OutboxDead: count(['topic']),
  OutboxDue: count(['job']),
  OutboxLateSeconds: { unit: 'Seconds', by: [['job']] },
  /** Looks at the channels for the public status. */
  ChannelsWatched: count(['job']),
  /** E-mails to people. */
  Mails: count(['outcome']),

  /** Deliveries of Stripe, as each was answered. */
  BillingEvents: count(['outcome']),
  BillingEventIgnored: count(['reason']),
  BillingDrift: count(['job']),

  /** Answers in WhatsApp groups, and the time from the message to the answer. */
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

  /** The canary: 1 for a round that failed, 0 for a good one; the webhook's answer as seen from outside; the house's. */
  CanaryFailed: count([]),
  CanaryMs: milliseconds([]),
  CanaryEchoMs: milliseconds([]),
} as const satisfies Readonly<Record<string, Shape>>;

export type MetricName = keyof typeof metricCatalogue;

/** A metric's unit and dimensions, whichever it is. */
export const shapeOf = (name: MetricName): Shape => metricCatalogue[name];
