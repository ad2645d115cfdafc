import type { TestProject } from 'vitest/node';

import { startDynamodb } from '../../local/table/dynamodb.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ProvidedContext {
    /** Address of a table server in memory, for suites that need a table and nothing else. */
    dynamodbUrl: string;
  }
}

/** One table server for the whole suite; every test file makes a table of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dynamodb = await startDynamodb({ port: 0 });
  project.provide('dynamodbUrl', dynamodb.endpoint);
  return dynamodb.close;
}
