import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { aStripe, type AStripe } from '../../sandboxes/stripe/a-stripe.ts';

const command = fileURLToPath(new URL('../../../infra/billing/command.ts', import.meta.url));
const run = promisify(execFile);

let at: AStripe;
beforeAll(async () => void (at = await aStripe()));
afterAll(() => at.close());

async function setUp(...words: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], STRIPE_API_KEY: 'local-stripe-key', STRIPE_API_BASE: at.url };
  const { stdout } = await run(process.execPath, [command, '--app-url=https://app.example.com/', ...words], { env });
  return stdout;
}

test('prints what it would create, creates it once, and prints the configuration', async () => {
  const rehearsal = await setUp('--dry-run');
  expect(rehearsal).toMatch(
    /^Would change:\n- create product pro\n- create price pro_monthly: 1500 usd a month\n- create price pro_annual: 12000/,
  );
  expect((await at.stripe.prices.list()).data).toEqual([]);

  const first = await setUp();
  expect(first).toMatch(/^Changed:\n- create product pro/);
  expect(first).toContain('{"webhookSecret":"local-stripe-webhook-secret"}');
  const { data } = await at.stripe.prices.list({ lookup_keys: ['pro_monthly', 'pro_annual'] });
  for (const { id } of data) expect(first).toContain(`PriceId": "${id}"`);
  const { data: portals } = await at.stripe.billingPortal.configurations.list();
  expect(first).toContain(`"portalConfigurationId": "${portals[0]?.id}"`);

  const second = await setUp();
  expect(second).toMatch(/^Already set up; nothing changed\./);
  expect(second).not.toContain('webhookSecret');
  for (const { id } of data) expect(second).toContain(id);
  expect((await at.stripe.prices.list()).data).toHaveLength(2);
  expect((await at.stripe.webhookEndpoints.list()).data).toHaveLength(1);
});

test('prints its usage when the key or the address is missing', async () => {
  const refused = run(process.execPath, [command], { env: { PATH: process.env['PATH'] } });
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage: STRIPE_API_KEY') });
});
