export type LogLevel = 'INFO' | 'WARN' | 'ERROR';

/** Everything that a log line may be about; each area adds its names here. */
export const logEvents = {
  'request.answered': 'INFO',
  'request.failed': 'ERROR',
  'item.unreadable': 'ERROR',
  'secret.unavailable': 'ERROR',
  'secret.malformed': 'WARN',
  'session.notRenewed': 'WARN',

  'signIn.done': 'INFO',
  'signIn.refused': 'WARN',
  'amazonLink.refused': 'WARN',

  'gateway.notTaken': 'WARN',
  'gateway.misconfigured': 'ERROR',
  'gateway.tokenNotRenewed': 'WARN',
  'gateway.grantRevoked': 'WARN',
  'gateway.regionNotKept': 'WARN',
  'trigger.fired': 'INFO',
  'trigger.refused': 'INFO',
  'trigger.failed': 'ERROR',
  'trigger.notRecorded': 'ERROR',
  'trigger.claimNotKept': 'ERROR',

  'skill.answered': 'INFO',
  'skill.failed': 'ERROR',
  'skill.foreignToken': 'ERROR',
  'devices.reported': 'INFO',
  'devices.nobodyListens': 'INFO',
  'devices.leftOut': 'ERROR',
  'outbox.postponed': 'WARN',
  'outbox.failed': 'ERROR',
  'outbox.unreadable': 'ERROR',
  'outbox.dead': 'ERROR',
  'sweep.done': 'INFO',
  'grant.checked': 'INFO',
  'grants.queued': 'INFO',
  'mail.sent': 'INFO',
  'mail.off': 'INFO',
  'mail.refused': 'ERROR',
  'reseal.keySeen': 'INFO',
  'reseal.walked': 'INFO',
  'reseal.done': 'INFO',
  'reseal.broken': 'ERROR',
} as const satisfies Readonly<Record<string, LogLevel>>;

export type LogEvent = keyof typeof logEvents;
