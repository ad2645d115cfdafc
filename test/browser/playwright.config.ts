import { fileURLToPath } from 'node:url';

import { defineConfig, devices } from '@playwright/test';

import { browserProjects } from '../support/suite/browser-projects.ts';
import { findChromium } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chromium = await findChromium(process.env);
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
const phone = devices['Pixel 7'];

/**
 * To run the specs against a running product (`node test/browser/serve.ts`), set APP_URL, SANDBOX_URL, DYNAMODB_URL,
 * TABLE_NAME, BY_HAND_APP_URL, BY_HAND_SANDBOX_URL, CLOCK_APP_URL and CLOCK_SANDBOX_URL.
 */
export default defineConfig<{ isTranslated: boolean }>({
  outputDir: '../../test-results',
  // The clock suite's folder also contains Vitest tests.
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  // The summary lists each test that passed only on retry.
  retries: 1,
  // Waits end as soon as their condition holds; the limits allow for a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['../support/suite/playwright-results.ts']],
  use: {
    launchOptions: chromium,
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // Only the tests of the installed app need it; a page that a worker serves cannot be rerouted by other tests.
    serviceWorkers: 'block',
  },
  projects: browserProjects.map(({ name, folder, device, isTranslated = false, isSerial, after, ...tags }) => ({
    name,
    ...tags,
    testDir: `../${folder}`,
    ...(folder === 'browser' && { testIgnore: '**/browser/clock/**' }),
    ...(after !== undefined && { dependencies: [after] }),
    use: { ...(device === 'phone' ? phone : desktop), ...(isTranslated && { isTranslated }) },
    ...(isSerial && { fullyParallel: false, workers: 1 }),
  })),
  ...(!process.env['APP_URL'] && {
    webServer: {
      command: 'node test/browser/serve.ts',
      cwd: root,
      timeout: 300_000,
      // Playwright stores the named groups in the environment, where the specs read them as APP_URL and so on.
      wait: {
        stdout:
          /app (?<app_url>http\S+) sandboxes (?<sandbox_url>http\S+) dynamodb (?<dynamodb_url>http\S+) table (?<table_name>\S+) by hand (?<by_hand_app_url>http\S+) sandboxes (?<by_hand_sandbox_url>http\S+) clock (?<clock_app_url>http\S+) sandboxes (?<clock_sandbox_url>http\S+)/,
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  }),
});
