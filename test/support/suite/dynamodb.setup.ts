import type { TestProject } from 'vitest/node';

import { startDynamodb } from '../../local/table/dynamodb.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged
  interface ProvidedContext {
    /** Address of an in-memory table server, for suites that need only a table. */
    dynamodbUrl: string;
  }
}

/** One table server for the entire suite. Every test file creates its own table. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dynamodb = await startDynamodb({ port: 0, compilesFully: true });
  project.provide('dynamodbUrl', dynamodb.endpoint);
  return dynamodb.close;
}
