import type { MetricName } from '#shared/metric-catalogue.ts';

import type { LogEvent } from './log-events.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const counted: Readonly<Partial<Record<LogEvent, { metric: MetricName; by: 'reason' | 'outcome' }>>> = {
  'gateway.grantRevoked': { metric: 'LinksEnded', by: 'reason' },
  'enablement.refused': { metric: 'EnablementsRefused', by: 'reason' },
  'enablement.stopped': { metric: 'EnablementsStopped', by: 'reason' },
  'mail.sent': { metric: 'Mails', by: 'outcome' },
  'mail.refused': { metric: 'Mails', by: 'outcome' },
};

export const countedLog =
  (log: Log, metrics: Metrics): Log =>
  (event, details, cause) => {
    log(event, details, cause);
    const line = counted[event];
    if (line) metrics({ [line.metric]: 1 }, { [line.by]: String(details?.[line.by] ?? 'none') });
  };
