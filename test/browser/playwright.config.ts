import { fileURLToPath } from 'node:url';

import { defineConfig, devices } from '@playwright/test';

import { browserProjects } from '../support/suite/browser-projects.ts';
import { findChromium } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chromium = await findChromium(process.env);
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
const phone = devices['Pixel 7'];

/**
 * With APP_URL, SANDBOX_URL, DYNAMODB_URL, TABLE_NAME, and BY_HAND_ and CLOCK_ before APP_URL and SANDBOX_URL set, the specs run
 * against what runs there (`node test/browser/serve.ts`).
 */
export default defineConfig<{ isTranslated: boolean }>({
  outputDir: '../../test-results',
  // The folder of the moved clock has tests of Vitest, too.
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  // The summary names each test that passed only when it was repeated.
  retries: 1,
  // Waits end when they come true; the limits are for a machine that is busy with something else as well.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['../support/suite/playwright-results.ts']],
  use: {
    launchOptions: chromium,
    locale: 'en-US',
    screenshot: 'only-on-failure',
  },
  projects: browserProjects.map(({ name, folder, device, isTranslated = false, isSerial, after }) => ({
    name,
    testDir: `../${folder}`,
    ...(folder === 'browser' && { testIgnore: '**/browser/clock/**' }),
    ...(after !== undefined && { dependencies: [after] }),
    use: { ...(device === 'phone' ? phone : desktop), ...(isTranslated && { isTranslated }) },
    ...(device === 'phone' && { grep: /@mobile/ }),
    ...(isTranslated && { grep: /@translated/ }),
    ...(isSerial && { fullyParallel: false, workers: 1 }),
  })),
  ...(!process.env['APP_URL'] && {
    webServer: {
      command: 'node test/browser/serve.ts',
      cwd: root,
      timeout: 300_000,
      // Playwright keeps what the groups match in the environment: APP_URL and the others, for the specs.
      wait: {
        stdout:
          /app (?<app_url>http\S+) sandboxes (?<sandbox_url>http\S+) dynamodb (?<dynamodb_url>http\S+) table (?<table_name>\S+) by hand (?<by_hand_app_url>http\S+) sandboxes (?<by_hand_sandbox_url>http\S+) clock (?<clock_app_url>http\S+) sandboxes (?<clock_sandbox_url>http\S+)/,
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  }),
});
