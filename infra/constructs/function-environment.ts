import { productName } from '#shared/product.ts';

import { skillPageOf, type StageConfig } from '../config.ts';
import type { FunctionRow } from '../functions.ts';
import { apiStageName } from './api-stage.ts';
import type { Gateway, Resources } from './function-permissions.ts';
import { homeRegion, metricsNamespace, secretsPrefix } from './names.ts';

const eventGateways = {
  ALEXA_EVENT_GATEWAY_URL: 'https://api.amazonalexa.com/v3/events',
  ALEXA_EVENT_GATEWAY_URL_EU: 'https://api.eu.amazonalexa.com/v3/events',
  ALEXA_EVENT_GATEWAY_URL_FE: 'https://api.fe.amazonalexa.com/v3/events',
};

/** Returns the environment variables whose values differ from the defaults in `functions/platform/config.ts`. */
export const functionEnvironment = (
  row: FunctionRow,
  config: StageConfig,
  { table, gateways = [] }: Resources,
  appUrl: string,
): Record<string, string> => ({
  TABLE_NAME: table.tableName,
  APP_URL: appUrl,
  WEBHOOK_URL: appUrl,
  STAGE: apiStageName,
  METRICS_NAMESPACE: metricsNamespace(config.name),
  SECRETS_PREFIX: secretsPrefix(config.name),
  ...eventGateways,
  ...stripeSettings(config.stripe),
  ...(config.whatsapp && { HAS_WHATSAPP: '1' }),
  ...(config.whatsapp &&
    row.secrets.includes('whatsapp') && { WHATSAPP_SHARDS: shardsJson(config.whatsapp, gateways) }),
  ...(config.emailFrom === undefined ? {} : { EMAIL_FROM: `${productName} <${config.emailFrom}>` }),
  ...skillPageSetting(config),
  ...enablementSettings(config),
  ...(config.renewTokensOnDemand && { RENEW_TOKENS_ON_DEMAND: '1' }),
  ...(config.alexaStarter === undefined ? {} : { ALEXA_STARTER: config.alexaStarter }),
  ...(config.runsPerMinute === undefined ? {} : { RUNS_PER_MINUTE: String(config.runsPerMinute) }),
  ...(config.workspaceRunsPerMinute === undefined
    ? {}
    : { WORKSPACE_RUNS_PER_MINUTE: String(config.workspaceRunsPerMinute) }),
  ...(config.signInsPerMinute === undefined ? {} : { SIGN_INS_PER_MINUTE: String(config.signInsPerMinute) }),
});

function skillPageSetting(config: StageConfig): Record<string, string> {
  const page = skillPageOf(config);
  return page === undefined ? {} : { ALEXA_SKILL_PAGE: page };
}

function enablementSettings({ skillEnablement, skillId }: StageConfig): Record<string, string> {
  if (skillEnablement === undefined || skillId === undefined) return {};
  return {
    ALEXA_SKILL_ID: skillId,
    ALEXA_SKILL_STAGE: skillEnablement.stage,
    ...(skillEnablement.comparesAccounts && { ALEXA_COMPARES_ACCOUNTS: '1' }),
    ALEXA_API_URL: 'https://api.amazonalexa.com',
    ALEXA_API_URL_EU: 'https://api.eu.amazonalexa.com',
    ALEXA_API_URL_FE: 'https://api.fe.amazonalexa.com',
  };
}

/** The JSON contains tokens of the CDK, which CloudFormation replaces with the ids of the gateways' APIs. */
const shardsJson = ({ shards }: NonNullable<StageConfig['whatsapp']>, gateways: readonly Gateway[]): string =>
  JSON.stringify(
    shards.map(({ task, ...shard }) => {
      const hosted = task && gateways.find(({ id }) => id === shard.id);
      return hosted
        ? { ...shard, url: `https://${hosted.apiId}.execute-api.${homeRegion}.amazonaws.com`, auth: 'iam' }
        : shard;
    }),
  );

const stripeSettings = (stripe: StageConfig['stripe']): Record<string, string> => ({
  ...(stripe?.live === true && { STRIPE_MODE: 'live' }),
  ...(stripe?.monthlyPriceId !== undefined && { STRIPE_PRICE_MONTHLY: stripe.monthlyPriceId }),
  ...(stripe?.annualPriceId !== undefined && { STRIPE_PRICE_ANNUAL: stripe.annualPriceId }),
  ...(stripe?.portalConfigurationId !== undefined && { STRIPE_PORTAL_CONFIGURATION: stripe.portalConfigurationId }),
});
