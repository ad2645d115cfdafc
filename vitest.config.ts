import { defineConfig } from 'vitest/config';

import sentences from './test/support/suite/spec-sentences.json' with { type: 'json' };
import { readThreats } from './test/support/threats.ts';

const threats = await readThreats();

/** Everything here ends when it comes true: a limit only ends what hangs, however busy the machine is. */
const patient = { expect: { poll: { interval: 20, timeout: 60_000 } }, testTimeout: 600_000, hookTimeout: 120_000 };

const properties = { setupFiles: ['test/support/suite/properties.setup.ts'] };

/** For suites with their own processes. The summary names each test that passed only when it was repeated. */
const repeated = { retry: 1 };

/** Plays every case of the long lists of which the gate plays a sample. */
const deep = { env: { TEST_DEPTH: 'deep' } };

/** For files that share no state of a process: loading their imports once saves a fifth of the time, of units two thirds. */
const shared = { isolate: false };

/** Suites by what they need: nothing, a table, the whole local product. The browser suite is Playwright's. */
export default defineConfig({
  test: {
    // Any other tag is an error.
    tags: [
      ...Object.keys(sentences).map((id) => ({ name: `spec-${id}` })),
      ...threats.map(({ id }) => ({ name: `threat-${id}` })),
    ],
    // The runner of all suites has two runs side by side, which cannot both draw at the end of one terminal.
    reporters: [['default', { summary: !process.env['RESULTS_FILE'] }], './test/support/suite/results-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,functions,infra}/**/*.test.ts', 'test/{sandboxes,local,support,bench,costs}/**/*.test.ts'],
          ...patient,
          ...properties,
          ...shared,
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
          ...patient,
          ...properties,
        },
      },
      ...[
        { name: 'stores', include: ['test/stores/**/*.test.ts'], ...properties, ...shared },
        { name: 'deep-stores', include: ['test/{stores,deep/stores}/**/*.test.ts'], ...deep },
        // Not shared: some of them put a clock of their own into the product.
        { name: 'faults', include: ['test/faults/*.test.ts'], ...repeated },
        { name: 'matrix', include: ['test/faults/{matrix,connecting,receipts}.test.ts'], ...repeated, ...deep },
        { name: 'crashes', include: ['test/faults/crashes.test.ts'], ...repeated, ...deep },
      ].map((suite) => ({
        test: { ...suite, ...patient, globalSetup: ['test/support/suite/dynamodb.setup.ts'] },
      })),
      {
        test: { name: 'wire', include: ['test/wire/**/*.test.ts'], ...patient, ...properties, ...shared },
      },
      ...[
        { name: 'stacks', include: ['test/infra/**/*.test.ts'] },
        { name: 'deep-stacks', include: ['test/deep/infra/**/*.test.ts'] },
      ].map((suite) => ({
        // One worker for all files: each stage is synthesised once, which takes a fifth of the time.
        test: {
          ...suite,
          globalSetup: ['test/support/suite/scratch.setup.ts'],
          isolate: false,
          fileParallelism: false,
          ...patient,
        },
      })),
      ...[
        { name: 'journeys', include: ['test/journeys/**/*.test.ts'] },
        { name: 'fuzz', include: ['test/journeys/fuzz*.test.ts'], ...deep },
      ].map((suite) => ({
        test: {
          ...suite,
          ...patient,
          ...repeated,
          globalSetup: ['test/support/suite/journeys.setup.ts'],
          isolate: false,
        },
      })),
      {
        // They move the clock of a product that they share, so one file goes after the other.
        test: {
          name: 'clock',
          include: ['test/deep/clock/**/*.test.ts'],
          ...patient,
          ...repeated,
          globalSetup: ['test/support/suite/clock.setup.ts'],
          isolate: false,
          fileParallelism: false,
        },
      },
    ],
  },
});
