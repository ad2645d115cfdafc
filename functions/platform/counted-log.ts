import type { MetricName } from '#shared/metric-catalogue.ts';

import type { LogEvent } from './log-events.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Lines that are counted wherever they are written: by which metric, and which of their details tells them apart. */
const counted: Readonly<Partial<Record<LogEvent, { metric: MetricName; by: 'reason' | 'outcome' }>>> = {
  'gateway.grantRevoked': { metric: 'LinksEnded', by: 'reason' },
  'mail.sent': { metric: 'Mails', by: 'outcome' },
  'mail.refused': { metric: 'Mails', by: 'outcome' },
};

/** A log whose lines about what people should be told of are metrics as well. */
export const countedLog =
  (log: Log, metrics: Metrics): Log =>
  (event, details, cause) => {
    log(event, details, cause);
    const line = counted[event];
    if (line) metrics({ [line.metric]: 1 }, { [line.by]: String(details?.[line.by] ?? 'none') });
  };
