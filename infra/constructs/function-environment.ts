import { productName } from '#shared/product.ts';

import type { StageConfig } from '../config.ts';
import { apiStageName } from './api-stage.ts';
import { secretsPrefix } from './names.ts';

/** https://developer.amazon.com/en-US/docs/alexa/smarthome/send-events.html */
const eventGateways = {
  ALEXA_EVENT_GATEWAY_URL: 'https://api.amazonalexa.com/v3/events',
  ALEXA_EVENT_GATEWAY_URL_EU: 'https://api.eu.amazonalexa.com/v3/events',
  ALEXA_EVENT_GATEWAY_URL_FE: 'https://api.fe.amazonalexa.com/v3/events',
};

/** Settings of every function, as `functions/platform/config.ts` reads them; the rest are its defaults. */
export const functionEnvironment = (
  config: StageConfig,
  { tableName }: { tableName: string },
  appUrl: string,
): Record<string, string> => ({
  TABLE_NAME: tableName,
  APP_URL: appUrl,
  WEBHOOK_URL: appUrl,
  STAGE: apiStageName,
  SECRETS_PREFIX: secretsPrefix(config.name),
  ...eventGateways,
  ...stripeSettings(config.stripe),
  ...(config.whatsapp && { WHATSAPP_SHARDS: JSON.stringify(config.whatsapp.shards) }),
  ...(config.emailFrom === undefined ? {} : { EMAIL_FROM: `${productName} <${config.emailFrom}>` }),
  ...(config.alexaStarter === undefined ? {} : { ALEXA_STARTER: config.alexaStarter }),
  ...(config.runsPerMinute === undefined ? {} : { RUNS_PER_MINUTE: String(config.runsPerMinute) }),
  ...(config.signInsPerMinute === undefined ? {} : { SIGN_INS_PER_MINUTE: String(config.signInsPerMinute) }),
});

const stripeSettings = (stripe: StageConfig['stripe']): Record<string, string> => ({
  ...(stripe?.live === true && { STRIPE_MODE: 'live' }),
  ...(stripe?.monthlyPriceId !== undefined && { STRIPE_PRICE_MONTHLY: stripe.monthlyPriceId }),
  ...(stripe?.annualPriceId !== undefined && { STRIPE_PRICE_ANNUAL: stripe.annualPriceId }),
  ...(stripe?.portalConfigurationId !== undefined && { STRIPE_PORTAL_CONFIGURATION: stripe.portalConfigurationId }),
});
