import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { productName } from '#shared/product.ts';

import { whenStarterIsGone } from './bootstrap/ancestor.mjs';
import { stackControls, type StackAddresses } from './local-client.ts';
import { freePort } from './ports.ts';
import { StartProblem } from './problem.ts';
import { seed } from './seed/seed.ts';
import { root, startStack, type Stack } from './stack.ts';

const directory = join(root, '.local');
const stackFile = join(directory, 'stack.json');
const seededFile = join(directory, 'seeded.json');
const logFile = join(directory, 'functions.log');

function flags() {
  try {
    const options = {
      'no-sandbox': { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      prod: { type: 'boolean', default: false },
      logs: { type: 'boolean', default: false },
      workers: { type: 'string' },
    } as const;
    const { values } = parseArgs({ options });
    const workers = values.workers === undefined ? undefined : Number(values.workers);
    if (workers !== undefined && !(Number.isInteger(workers) && workers > 0 && workers <= 64)) {
      throw new StartProblem('--workers takes a number from 1 to 64, for example npm start -- --workers=4.');
    }
    return { ...values, workers };
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem('npm start accepts --no-sandbox, --fresh, --prod, --logs and --workers=N (after a --).');
  }
}

function port(setting: string, usual: number): number {
  const given = process.env[setting];
  if (!given) return usual;
  if (/^\d{1,5}$/.test(given) && Number(given) > 0 && Number(given) < 65_536) return Number(given);
  throw new StartProblem(`${setting} must be a port from 1 to 65535, not "${given}".`);
}

async function start(): Promise<Stack> {
  const chosen = flags();
  const ports = {
    app: port('PORT', 3000),
    sandbox: port('SANDBOX_PORT', 3100),
    dynamodb: port('DYNAMODB_PORT', 3200),
  };
  // Check the port before deleting data that another running product needs.
  await freePort(ports.app, 'PORT');
  if (chosen.fresh) await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await Promise.all([stackFile, logFile].map((file) => rm(file, { force: true })));
  return startStack({
    ports,
    directory,
    prod: chosen.prod,
    web: chosen.prod ? 'built' : 'dev',
    loadsOnCall: chosen.prod,
    smallTable: true,
    movesPages: true,
    sandbox: !chosen['no-sandbox'],
    ...(!chosen.logs && { logFile }),
    ...(chosen.workers !== undefined && { workers: chosen.workers }),
    env: process.env,
    prepare: async (at) => {
      await tellStory(at);
      // Otherwise the schedule would do it a minute later.
      await stackControls(at).invoke('schedules', { job: 'watchChannels' });
    },
  });
}

/** Once per set of data. The product works without it, so a failure is only logged. */
async function tellStory(at: StackAddresses): Promise<void> {
  const { sandboxUrl } = at;
  const table = `${at.dynamodbUrl} ${at.tableName}`;
  if (sandboxUrl === undefined || (await readFile(seededFile, 'utf8').catch(() => '')) === table) return;
  try {
    await seed({ ...at, sandboxUrl });
    await writeFile(seededFile, table);
  } catch (error) {
    console.error('The sample data of Ana, Bruno and Carla could not be created; all users start empty.', error);
  }
}

function greet({ appUrl, sandboxUrl, dynamodbUrl }: Stack): void {
  const lines = [`${productName} is up: ${appUrl}`, ''];
  if (sandboxUrl !== undefined) {
    lines.push(
      '  Sign in with Google or Amazon as',
      '    Ana     two workspaces, a linked home, the skill active, several triggers, her family on WhatsApp',
      '    Bruno   his trial ran out',
      '    Carla   took her permission back at Amazon',
      '    Davi    has never been here',
      '',
      `  Ana's home, where the Echo reacts   ${sandboxUrl}/alexa/home/ana`,
      `  Ana's phone, which scans QR codes    ${sandboxUrl}/whatsapp/phone/ana`,
      `  Groups, where everybody types        ${sandboxUrl}/whatsapp/chat`,
      `  All sandboxes, and the clock         ${sandboxUrl}`,
    );
  }
  lines.push(
    `  How the channels do, for everybody   ${appUrl}/status`,
    `  Table                                ${dynamodbUrl}`,
    '  What the functions log               .local/functions.log, or here with -- --logs',
    '',
    '  Stop with Ctrl-C.',
    '',
  );
  console.log(`\n${lines.join('\n')}`);
}

function endWith(stack: Stack): (code: number) => void {
  let ending = false;
  return (code) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), 8000).unref();
    void rm(stackFile, { force: true })
      .then(() => stack.close())
      .finally(() => process.exit(code));
  };
}

try {
  const stack = await start();
  const end = endWith(stack);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  // The parent process has ended, or npm, which does not forward a kill.
  process.on('disconnect', () => end(0));
  if (process.env['npm_lifecycle_event']) whenStarterIsGone(() => end(0));
  process.on('uncaughtException', (error) => {
    console.error(error);
    end(1);
  });
  const { appUrl, sandboxUrl, dynamodbUrl, tableName } = stack;
  await writeFile(stackFile, JSON.stringify({ appUrl, sandboxUrl, dynamodbUrl, tableName }, null, 2));
  greet(stack);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
