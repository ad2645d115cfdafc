import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { createTable, openConnection } from '#functions/data/table.ts';
import { readConfig } from '#functions/platform/config.ts';
import { countedLog } from '#functions/platform/counted-log.ts';
import { createLog } from '#functions/platform/log.ts';
import { createMetrics } from '#functions/platform/metrics.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';
import { secretReader } from '#functions/platform/secrets/secret-reader.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';
import { environmentCredentials } from '#functions/providers/environment-credentials.ts';
import { createHttp, type ConnectingHttp } from '#functions/providers/http.ts';
import { createSecretsManager } from '#functions/providers/secrets-manager.ts';
import type { SecretName } from '#shared/secret-names.ts';

import type { TablelessWorld, SealedWorld, World } from './world.ts';

type Ground = TablelessWorld & { http: ConnectingHttp };

let ground: Ground | undefined;
let world: World | undefined;
let sealed: SealedWorld | undefined;

const now = (): Date => new Date();

/** `console` of a Lambda would change the format of metrics. */
const write = (line: string): void => void process.stdout.write(line);

export const realGround = (): Ground => (ground ??= createGround());

export const realWorld = (): World => (world ??= createWorld());

export const realSealedWorld = (): SealedWorld =>
  (sealed ??= { ...realWorld(), seal: createSeal(realGround().secrets) });

function createGround(): Ground {
  const config = readConfig(process.env);
  const metrics = createMetrics({ write, now, namespace: config.METRICS_NAMESPACE });
  const log = countedLog(createLog({ write, now }), metrics);
  const outside = { http: createHttp(now), now, random: Math.random, pause: (ms: number) => pause(ms) };
  const manager = createSecretsManager({
    ...outside,
    credentials: () => environmentCredentials(process.env),
    region: config.DATA_REGION,
    endpoint: config.SECRETS_ENDPOINT,
  });
  const secrets = createSecrets({ read: secretReader(config, manager), log, now });
  return { ...outside, config, secrets, log, metrics };
}

function createWorld(): World {
  const base = realGround();
  return {
    ...base,
    table: createTable(base.config),
    newId: randomUUID,
    report: (item) => base.log('item.unreadable', item),
  };
}

/**
 * Starts reading secrets while the module of a Lambda loads. A failure is reported by the first request, which tries
 * again.
 */
export function warmUp(
  { secrets, ...rest }: TablelessWorld & Partial<Pick<World, 'table'>>,
  names: readonly SecretName[],
): void {
  for (const name of names) secrets[name]().catch(() => undefined);
  if (rest.table) void openConnection(rest.table);
}

/**
 * Connects to Amazon while the module of a Lambda loads, so that the first run does not wait for two handshakes. Only for
 * functions whose first request is usually a run that a user waits for. The grant names the gateway's region, so the
 * gateway of this copy's own region is the best guess before the first read. `logins`: how many calls to the token server
 * start at once.
 */
export function connectToAmazon({ logins = 1 } = {}): void {
  const { config, http } = realGround();
  const gateways = {
    NA: config.ALEXA_EVENT_GATEWAY_URL,
    EU: config.ALEXA_EVENT_GATEWAY_URL_EU,
    FE: config.ALEXA_EVENT_GATEWAY_URL_FE,
  };
  const gateway = gateways[config.ALEXA_REGION];
  http.connect(config.LWA_TOKEN_URL, logins);
  if (gateway !== undefined) http.connect(gateway);
}

/**
 * Wraps the handler of a Lambda. A deployment invokes a new version with `startCheck` before any caller does
 * (`infra/rollout/check-version.cjs`). The return shows that the module loads, so the handler does not run.
 */
export const entryPoint =
  <Event, Rest extends readonly unknown[], Answer>(handler: (event: Event, ...rest: Rest) => Promise<Answer>) =>
  async (event: Event, ...rest: Rest): Promise<Answer | undefined> =>
    isStartCheck(event) ? undefined : handler(event, ...rest);

const isStartCheck = (event: unknown): boolean => typeof event === 'object' && event !== null && 'startCheck' in event;
