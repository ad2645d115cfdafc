import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged
  interface ProvidedContext {
    /** A folder for files of tests, deleted after the suite. */
    scratch: string;
  }
}

/** Creates the folder and deletes it with all its contents. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'stacks-'));
  project.provide('scratch', dir);
  return () => rm(dir, { recursive: true, force: true });
}
