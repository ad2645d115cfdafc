import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import type { StackAddresses } from '../../local/local-client.ts';
import { originSecretOf } from '../../local/settings.ts';
import { root, startStack } from '../../local/stack.ts';
import { journeyPeople } from '../worlds/people.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged
  interface ProvidedContext {
    /** The local product that all journeys share, with four environments per function. */
    stack: StackAddresses;
    /** The output of its functions. */
    functionLog: string;
    /** The gateway's secret, for requests that bypass the gateway. */
    originSecret: string;
  }
}

/** Starts the local product once for all journeys, on free ports, and deletes its data at the end. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => startForJourneys(project, 4);

export async function startForJourneys(project: TestProject, workers: number): Promise<() => Promise<void>> {
  const logFile = join(root, '.cache', `functions-${project.name}-${process.pid}.log`);
  // All journeys fire within one workspace.
  const env = { WORKSPACE_RUNS_PER_MINUTE: '1000' };
  const stack = await startStack({ workers, logFile, people: journeyPeople, env, timeLimitFactor: 6 });
  const { appUrl, dynamodbUrl, tableName, secretsFile, sandboxUrl = '' } = stack;
  project.provide('stack', { appUrl, dynamodbUrl, tableName, secretsFile, sandboxUrl });
  project.provide('functionLog', logFile);
  project.provide('originSecret', originSecretOf(await readFile(secretsFile, 'utf8')));
  return async () => {
    await stack.close();
    await rm(logFile, { force: true });
  };
}
