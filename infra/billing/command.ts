import { parseArgs } from 'node:util';

import { setUpBilling, type SetUp } from './set-up.ts';
import { stripeAccount } from './stripe-account.ts';

const usage = `Usage: STRIPE_API_KEY=... npm run billing:setup -- --app-url=https://app.example.com [--dry-run]

Creates the product, prices, portal configuration and webhook endpoint that the Stripe account of the key lacks. It is
safe to run again.`;

function describeResult({ done, ids, webhookSecret }: SetUp, dryRun: boolean): string {
  const steps = done.length === 0 ? ['Already set up; nothing changed.'] : done.map((one) => `- ${one}`);
  const stage = {
    monthlyPriceId: ids.pro_monthly,
    annualPriceId: ids.pro_annual,
    portalConfigurationId: ids.portalConfiguration,
  };
  return [
    ...(done.length === 0 ? [] : [dryRun ? 'Would change:' : 'Changed:']),
    ...steps,
    '',
    'In infra/stages/<stage>.jsonc ("live": true only with a live key):',
    JSON.stringify({ stripe: stage }, undefined, 2),
    ...(webhookSecret === undefined
      ? []
      : [
          '',
          'In the secret "stripe", next to "apiKey" (Stripe shows it only once):',
          JSON.stringify({ webhookSecret }),
        ]),
    '',
    'Set by hand in the dashboard: after failed payments cancel the subscription; trial reminders on; one subscription per',
    'customer; payment methods card and Link.',
  ].join('\n');
}

const options = { 'app-url': { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;
const { values } = parseArgs({ options });
const { STRIPE_API_KEY: key, STRIPE_API_BASE: base } = process.env;
const appUrl = values['app-url']?.replace(/\/+$/, '');
if (!key || appUrl === undefined || !URL.canParse(appUrl)) {
  console.error(usage);
  process.exitCode = 1;
} else {
  const dryRun = values['dry-run'];
  console.log(describeResult(await setUpBilling({ stripe: stripeAccount(key, base), appUrl, dryRun }), dryRun));
}
