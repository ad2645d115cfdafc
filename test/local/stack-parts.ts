import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { functions } from '#infra/functions.ts';

import { buildInChild } from './build/build-in-child.ts';
import { moveDateOfThisThread, type OneClock } from './clock/one-clock.ts';
import { withClock, type PageClock } from './clock/page-clock.ts';
import type { Closers } from './closers.ts';
import { divertLogLines } from './functions/divert-log-lines.ts';
import { codeOf, inProcess, type FunctionHost } from './functions/function-host.ts';
import { inWorkers } from './functions/workers.ts';
import { builtPages } from './gateway/built-pages.ts';
import type { PageServer } from './gateway/gateway.ts';
import { configPage, devPages, documentPages } from './gateway/web-pages.ts';
import type { Settings } from './settings.ts';
import type { StackOptions } from './stack-options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const root = fileURLToPath(new URL('../..', import.meta.url));

let taken = false;

export async function startFunctions(
  { workers, prod, logFile, loadsOnCall, timeLimitFactor = 1 }: StackOptions,
  environment: Environment,
  { memory }: OneClock,
  open: Closers,
): Promise<FunctionHost> {
  const bundles = prod ? join(root, 'dist', 'functions') : undefined;
  if (bundles !== undefined) await buildInChild('functions', bundles);
  const rows = functions.map((row) => ({ ...row, seconds: row.seconds * timeLimitFactor }));
  const code = (row: (typeof functions)[number]) => codeOf(row, root, bundles);
  if (logFile !== undefined) await mkdir(dirname(logFile), { recursive: true });
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
  if (workers !== undefined) {
    log?.setMaxListeners(0);
    const host = inWorkers(rows, code, { environment, log, max: workers, clock: memory });
    open.add(() => new Promise<void>((resolve) => (log ? log.end(resolve) : resolve())));
    open.add(host.close);
    return host;
  }
  // Functions read their settings once per process, when they are loaded.
  if (taken) throw new Error('This process already runs the functions: give another stack worker threads');
  taken = true;
  Object.assign(process.env, environment);
  moveDateOfThisThread(memory);
  if (log) divertLogLines(process.stdout, log);
  return inProcess(rows, code, { loadsOnCall });
}

export async function startPages(
  { web = 'none' }: StackOptions,
  settings: Settings,
  clock: PageClock | undefined,
  server: Server,
  open: Closers,
): Promise<PageServer[]> {
  const { SUPPORT_WIDGET_URL: supportWidgetUrl, PASSKEY_EXTENSION_ID: passkeyExtensionId } = process.env;
  const { SUPPORT_EMAIL: supportEmail, PRIVACY_EMAIL: privacyEmail } = process.env;
  const skillPage = settings['ALEXA_SKILL_PAGE'] ?? process.env['ALEXA_SKILL_PAGE'];
  const amazonSignOutUrl = settings['AMAZON_SIGN_OUT_URL'];
  const config = configPage({
    webhookUrl: settings['WEBHOOK_URL'] ?? '',
    ...(supportWidgetUrl && { supportWidgetUrl }),
    ...(supportEmail && { supportEmail }),
    ...(privacyEmail && { privacyEmail }),
    ...(passkeyExtensionId && { passkeyExtensionId }),
    ...(skillPage && { skillPage }),
    ...(amazonSignOutUrl && { amazonSignOutUrl }),
  });
  const first = [config, documentPages(), ...(clock ? [clock.page] : [])];
  if (web === 'none') return first;
  if (web === 'built') {
    const directory = join(root, 'dist', 'web');
    await buildInChild('web', directory);
    return [...first, await builtPages(directory, supportWidgetUrl, clock && withClock)];
  }
  const pages = await devPages(root, server, clock && withClock);
  open.add(pages.close);
  return [...first, pages.page];
}
