import { defineConfig } from 'vitest/config';

import sentences from './test/support/suite/spec-sentences.json' with { type: 'json' };

/** Polls end when they come true, so that a long limit costs time only on a busy machine or in a failing test. */
const patient = { poll: { timeout: 15_000 } };

/** Suites by what they need: nothing, a table, the whole local product. The browser suite is Playwright's. */
export default defineConfig({
  test: {
    // A tag that names no sentence of the specification is an error.
    tags: Object.keys(sentences).map((id) => ({ name: `spec-${id}` })),
    // The runner of all suites has two runs side by side, which cannot both draw at the end of one terminal.
    reporters: [['default', { summary: !process.env['RESULTS_FILE'] }], './test/support/suite/results-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,functions,infra}/**/*.test.ts', 'test/{sandboxes,local,support,bench}/**/*.test.ts'],
          testTimeout: 20_000,
          // These files share no state of a process, and loading their imports once takes a third of the time.
          isolate: false,
        },
      },
      {
        extends: 'vite.config.ts',
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A context per file instead of a process per file takes half the processor time.
          pool: 'vmThreads',
          expect: patient,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'stores',
          include: ['test/{stores,faults}/**/*.test.ts'],
          expect: patient,
          globalSetup: ['test/support/suite/dynamodb.setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: { name: 'wire', include: ['test/wire/**/*.test.ts'], testTimeout: 20_000, isolate: false },
      },
      {
        // One worker for all files: each stage is synthesised once, which takes a fifth of the time.
        test: {
          name: 'stacks',
          include: ['test/infra/**/*.test.ts'],
          globalSetup: ['test/support/suite/scratch.setup.ts'],
          isolate: false,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          expect: patient,
          globalSetup: ['test/support/suite/journeys.setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
