import type { ReportUnreadable } from '#functions/data/items/parse-item.ts';
import type { Table } from '#functions/data/table.ts';
import type { Config } from '#functions/platform/config.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { Http } from '#functions/providers/http.ts';

/** The dependencies of functions without the table. */
export type TablelessWorld = {
  config: Config;
  secrets: Secrets;
  log: Log;
  metrics: Metrics;
  http: Http;
  now: () => Date;
  random: () => number;
  pause: (ms: number) => Promise<void>;
};

export type World = TablelessWorld & {
  table: Table;
  newId: () => string;
  report: ReportUnreadable;
};

/** Separate from `World`, because the encryption library is large. */
export type SealedWorld = World & { seal: Seal };
