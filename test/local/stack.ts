import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createTable } from '#functions/data/create-table.ts';
import { streamFilters } from '#functions/data/stream-filters.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';
import { stripeAccount } from '#infra/billing/stripe-account.ts';
import { functions } from '#infra/functions.ts';

import { startSandboxes } from '../sandboxes/index.ts';
import { defaultClients } from '../sandboxes/world.ts';
import { runBackground } from './background/background.ts';
import { checkpointFile } from './background/checkpoint.ts';
import { streamReader } from './background/stream-reader.ts';
import { checkSettings } from './check-settings.ts';
import { closers, together, type Closers } from './closers.ts';
import { described } from './functions/function-host.ts';
import { controlRoutes } from './gateway/control-routes.ts';
import { answerRequests, gatewayServer, send } from './gateway/gateway.ts';
import { unavailable } from './gateway/reply.ts';
import { stackControls, type StackAddresses, type StackControls } from './local-client.ts';
import { freePort, listen } from './ports.ts';
import { keptSecrets, secretsFileIn } from './secrets-file.ts';
import { credentialsOf, localSettings, originSecretOf, type Settings } from './settings.ts';
import type { StackOptions } from './stack-options.ts';
import { startFunctions, startPages } from './stack-parts.ts';
import { moveWebhook } from './stripe-webhook.ts';
import { localClient, startDynamodb, type Credentials } from './table/dynamodb.ts';

export type Stack = StackAddresses & StackControls & { settings: Settings; close: () => Promise<void> };

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Closes what did start when a part fails. */
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
  const { ports = {}, directory, env = {} } = options;
  let ready = false;
  let answer: ReturnType<typeof answerRequests> = async (request, response) => send(request, response, unavailable);
  const server = gatewayServer((request, response) => answer(request, response));
  const appUrl = `http://127.0.0.1:${await listen(server, ports.app ?? 0, 'PORT')}`;
  open.add(() => closeServer(server));

  const sandboxUrl = options.sandbox === false ? undefined : await sandboxes(options, appUrl, open);
  const dynamodbPort = env['DYNAMODB_ENDPOINT'] ? 0 : await freePort(ports.dynamodb ?? 0, 'DYNAMODB_PORT');
  const dynamodbUrl = env['DYNAMODB_ENDPOINT'] ?? `http://127.0.0.1:${dynamodbPort}`;
  const secretsFile = await secretsFileIn(directory, open);
  const secrets = env['SECRETS_JSON'] ?? (await keptSecrets(secretsFile, defaultClients));
  const settings = localSettings({ appUrl, sandboxUrl, dynamodbUrl }, secretsFile, env);
  checkSettings({ ...env, ...settings });
  const tableName = settings['TABLE_NAME'] ?? '';
  const found = { appUrl, dynamodbUrl, tableName, secretsFile };
  const addresses: StackAddresses = { ...found, ...(sandboxUrl !== undefined && { sandboxUrl }) };

  const [reader, host, pages] = await together([
    openTable(addresses, credentialsOf(settings), dynamodbPort, directory, open),
    startFunctions(options, { ...env, ...settings }, open),
    startPages(options, settings, server, open),
  ]);
  const background = runBackground({
    // Optional functions wait for a call by name.
    rows: functions.filter(({ onlyWith }) => onlyWith === undefined),
    reader,
    filters: Object.values(streamFilters),
    invoke: (name, event) => host.invoke(name, event, crypto.randomUUID()),
    save: (checkpoint) => checkpointFile(directory).save(checkpoint),
  });
  open.add(() => background.close());

  answer = answerRequests({
    rows: functions,
    host,
    cdn: { originSecret: originSecretOf(secrets) },
    pages: [controlRoutes({ names: new Set(functions.map(({ name }) => name)), host, background }), ...pages],
    ready: () => ready,
    served: () => background.nudge(),
    failed: (name, error) => console.error(described(name, error)),
  });
  await options.prepare?.(addresses);
  ready = true;
  return { ...addresses, ...stackControls(addresses), settings, close: () => open.run() };
}

async function sandboxes(options: StackOptions, appUrl: string, open: Closers): Promise<string> {
  const started = await startSandboxes({
    port: await freePort(options.ports?.sandbox ?? 0, 'SANDBOX_PORT'),
    appUrl,
    ...(options.people && { people: options.people }),
    ...(options.directory !== undefined && { stateFile: join(options.directory, 'sandboxes.json') }),
  });
  open.add(started.close);
  const stripe = stripeAccount(defaultClients.stripe.key, started.url);
  await moveWebhook(stripe, appUrl);
  await setUpBilling({ stripe, appUrl });
  return started.url;
}

/** Port 0 means another DynamoDB. */
async function openTable(
  at: StackAddresses,
  credentials: Credentials,
  port: number,
  directory: string | undefined,
  open: Closers,
) {
  if (port !== 0) {
    const local = await startDynamodb({
      port,
      ...(directory !== undefined && { directory: join(directory, 'table') }),
    });
    open.add(local.close);
  }
  const client = localClient(at.dynamodbUrl, credentials);
  open.add(() => client.destroy());
  await createTable(client, at.tableName);
  const reader = await streamReader(client, at.dynamodbUrl, at.tableName, await checkpointFile(directory).read());
  open.add(reader.close);
  return reader;
}

function closeServer(server: ReturnType<typeof gatewayServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
