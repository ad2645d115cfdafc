import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createTable } from '#functions/data/create-table.ts';
import { streamFilters } from '#functions/data/stream-filters.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';
import { stripeAccount } from '#infra/billing/stripe-account.ts';
import { functions } from '#infra/functions.ts';

import { startSandboxes, type Sandboxes } from '../sandboxes/index.ts';
import type { ClockMover } from '../sandboxes/kit-time.ts';
import { defaultClients } from '../sandboxes/world.ts';
import { runBackground } from './background/background.ts';
import { checkpointFile } from './background/checkpoint.ts';
import { matches } from './background/event-pattern.ts';
import { streamReader } from './background/stream-reader.ts';
import { checkSettings } from './check-settings.ts';
import { keptClock } from './clock/clock-file.ts';
import { dueTimes } from './clock/due-times.ts';
import { watchIdle } from './clock/idle.ts';
import { jobTicks } from './clock/job-ticks.ts';
import { clockMover } from './clock/move-clock.ts';
import type { OneClock } from './clock/one-clock.ts';
import { pageClock } from './clock/page-clock.ts';
import { closers, settleAll, type Closers } from './closers.ts';
import { failureText } from './functions/function-host.ts';
import { controlRoutes } from './gateway/control-routes.ts';
import { answerRequests, gatewayLimitMs, gatewayServer, send } from './gateway/gateway.ts';
import { unavailable } from './gateway/reply.ts';
import { stackControls, type StackAddresses, type StackControls } from './local-client.ts';
import { freePort, listen } from './ports.ts';
import { ensureSecrets, secretsFileIn } from './secrets-file.ts';
import { credentialsOf, localSettings, originSecretOf, type Settings } from './settings.ts';
import type { StackOptions } from './stack-options.ts';
import { startFunctions, startPages } from './stack-parts.ts';
import { moveWebhook } from './stripe-webhook.ts';
import { localClient, startDynamodb, type Credentials } from './table/dynamodb.ts';

export type Stack = StackAddresses & StackControls & { settings: Settings; close: () => Promise<void> };

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Closes the parts that did start if one fails. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const open = closers();
  try {
    return await start(options, open);
  } catch (error) {
    await open.run();
    throw error;
  }
}

async function start(options: StackOptions, open: Closers): Promise<Stack> {
  const { ports = {}, directory, env = {}, timeLimitFactor = 1 } = options;
  let ready = false;
  let answer: ReturnType<typeof answerRequests> = async (request, response) => send(request, response, unavailable);
  const server = gatewayServer((request, response) => answer(request, response));
  const appUrl = `http://127.0.0.1:${await listen(server, ports.app ?? 0, 'PORT')}`;
  open.add(() => closeServer(server));

  const clock = await keptClock(directory);
  let mover: ClockMover | undefined;
  const played =
    options.sandbox === false ? undefined : await sandboxes(options, appUrl, { clock, mover: () => mover }, open);
  const sandboxUrl = played?.url;
  const dynamodbPort = env['DYNAMODB_ENDPOINT'] ? 0 : await freePort(ports.dynamodb ?? 0, 'DYNAMODB_PORT');
  const dynamodbUrl = env['DYNAMODB_ENDPOINT'] ?? `http://127.0.0.1:${dynamodbPort}`;
  const secretsFile = await secretsFileIn(directory, open);
  const secrets = env['SECRETS_JSON'] ?? (await ensureSecrets(secretsFile, defaultClients));
  const settings = localSettings({ appUrl, sandboxUrl, dynamodbUrl }, secretsFile, env);
  checkSettings({ ...env, ...settings });
  const tableName = settings['TABLE_NAME'] ?? '';
  const found = { appUrl, dynamodbUrl, tableName, secretsFile };
  const addresses: StackAddresses = { ...found, ...(sandboxUrl !== undefined && { sandboxUrl }) };

  const shownClock = options.movesPages ? pageClock(clock) : undefined;
  const [table, loaded, pages] = await settleAll([
    openTable(addresses, credentialsOf(settings), dynamodbPort, options, open),
    startFunctions(options, { ...env, ...settings }, clock, open),
    startPages(options, settings, shownClock, server, open),
  ]);
  const { host, whenIdle } = watchIdle(loaded);
  // Optional functions run only when called by name.
  const rows = functions.filter(({ onlyWith }) => onlyWith === undefined);
  const invoke = (name: string, event: unknown) => host.invoke(name, event, crypto.randomUUID());
  const background = runBackground({
    rows,
    reader: table.reader,
    filters: Object.values(streamFilters),
    invoke,
    save: (checkpoint) => checkpointFile(directory).save(checkpoint),
    brought: (records) => {
      if (records.some((record) => matches(streamFilters.finishedExecutions, record))) ticks.stir();
    },
  });
  open.add(() => background.close());
  const { isPaused, drain } = background;
  const ticks = jobTicks({ rows, clock, invoke, isPaused, dueTimes: () => dueTimes(table.client, tableName) });
  open.add(ticks.close);
  const whyNot = () => (isPaused() ? 'The background is paused: resume it first.' : undefined);
  if (played) mover = clockMover({ clock, sandboxes: played.time, ticks, drain, whenIdle, whyNot });

  answer = answerRequests({
    rows: functions,
    host,
    cdn: { originSecret: originSecretOf(secrets) },
    pages: [controlRoutes({ names: new Set(functions.map(({ name }) => name)), host, background }), ...pages],
    ready: () => ready,
    answerWithinMs: gatewayLimitMs * timeLimitFactor,
    now: () => clock.now().getTime(),
    ...(shownClock && { answering: shownClock.tell }),
    served: () => background.nudge(),
    failed: (name, error) => console.error(failureText(name, error)),
  });
  await options.prepare?.(addresses);
  ready = true;
  return { ...addresses, ...stackControls(addresses), settings, close: () => open.run() };
}

type Time = { clock: OneClock; mover: () => ClockMover | undefined };

async function sandboxes(
  options: StackOptions,
  appUrl: string,
  { clock, mover }: Time,
  open: Closers,
): Promise<Sandboxes> {
  const started = await startSandboxes({
    now: clock.now,
    mover,
    port: await freePort(options.ports?.sandbox ?? 0, 'SANDBOX_PORT'),
    appUrl,
    ...(options.people && { people: options.people }),
    ...(options.directory !== undefined && { stateFile: join(options.directory, 'sandboxes.json') }),
  });
  open.add(started.close);
  const stripe = stripeAccount(defaultClients.stripe.key, started.url);
  await moveWebhook(stripe, appUrl);
  await setUpBilling({ stripe, appUrl });
  return started;
}

/** Port 0 means another DynamoDB. */
async function openTable(
  at: StackAddresses,
  credentials: Credentials,
  port: number,
  { directory, smallTable }: StackOptions,
  open: Closers,
) {
  if (port !== 0) {
    const local = await startDynamodb({
      port,
      small: smallTable,
      ...(directory !== undefined && { directory: join(directory, 'table') }),
    });
    open.add(local.close);
  }
  const client = localClient(at.dynamodbUrl, { credentials });
  open.add(() => client.destroy());
  await createTable(client, at.tableName);
  const reader = await streamReader(client, at.dynamodbUrl, at.tableName, await checkpointFile(directory).read());
  open.add(reader.close);
  return { reader, client };
}

function closeServer(server: ReturnType<typeof gatewayServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
