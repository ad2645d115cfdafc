import type { ReportUnreadable } from '#functions/data/items.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createTable, openConnection, type Table } from '#functions/data/table.ts';
import { readConfig, type Config } from '#functions/platform/config.ts';
import { countedLog } from '#functions/platform/counted-log.ts';
import { frontSecret } from '#functions/platform/http/request-origin.ts';
import type { OpenPlatform, SignedInPlatform } from '#functions/platform/http/visit.ts';
import { createLog, type Log } from '#functions/platform/log.ts';
import { createMetrics, type Metrics } from '#functions/platform/metrics.ts';
import { createSeal, type Seal } from '#functions/platform/seal.ts';
import { secretReader, type SecretName } from '#functions/platform/secret-reader.ts';
import { createSecrets, type Secrets } from '#functions/platform/secrets.ts';

/**
 * The only place that builds real dependencies, each once per process and when first asked for; a door takes those it
 * needs, so that its bundle carries nothing else.
 */
let config: Config | undefined;
let table: Table | undefined;
let secrets: Secrets | undefined;
let seal: Seal | undefined;

export const now = (): Date => new Date();

/** Standard output, one line at a time: the console of a function would wrap metrics in a format of its own. */
const write = (line: string): void => void process.stdout.write(line);

export const log: Log = /* @__PURE__ */ countedLog(createLog({ write, now }), (...metric) => realMetrics()(...metric));

export const reportUnreadable: ReportUnreadable = (item) => log('item.unreadable', item);

export const realMetrics = (): Metrics => createMetrics({ write, now, namespace: realConfig().METRICS_NAMESPACE });

export const realConfig = (): Config => (config ??= readConfig(process.env));

export const realTable = (): Table => (table ??= createTable(realConfig()));

export const realSecrets = (): Secrets => (secrets ??= createSecrets({ read: secretReader(realConfig()), log, now }));

export const realOriginSecret = (): OpenPlatform['originSecret'] => frontSecret(realSecrets(), realConfig());

export const realSeal = (): Seal => (seal ??= createSeal(realSecrets()));

/**
 * Call it while a door's module loads: the secrets are on their way, and a connection to the table is open, before the
 * first request needs them. Whatever goes wrong here is found again, and reported, by that request.
 */
export function warmUp(names: readonly SecretName[], warm: { table?: Table } = {}): void {
  const all = realSecrets();
  for (const name of names) all[name]().catch(() => undefined);
  if (warm.table) void openConnection(warm.table);
}

export const openPlatform = (): OpenPlatform => ({
  appUrl: realConfig().APP_URL,
  originSecret: realOriginSecret(),
  log,
  now,
});

export const signedInPlatform = (): SignedInPlatform => ({
  ...openPlatform(),
  sessions: createSessionStore(realTable(), reportUnreadable),
  users: createUserStore(realTable(), reportUnreadable),
});
