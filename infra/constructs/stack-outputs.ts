import { CfnOutput, type Stack } from 'aws-cdk-lib';

import { authContract } from '#shared/contracts/auth.ts';
import { billingEventsPath } from '#shared/rules/billing/billing-events.ts';
import type { SecretName } from '#shared/secret-names.ts';

import type { StageConfig } from '../config.ts';
import { secretsPrefix } from './names.ts';

export type StackOutputs = Readonly<Record<string, readonly [value: string, whatToDo: string]>>;

export function addOutputs(stack: Stack, outputs: StackOutputs): void {
  for (const [name, [value, description]] of Object.entries(outputs))
    new CfnOutput(stack, name, { value, description });
}

const clientOf = (page: string): string => `Paste {"clientId":"...","clientSecret":"..."} of ${page} into this secret`;

const pasted: Readonly<Partial<Record<SecretName, string>>> = {
  amazon: clientOf('the security profile in the Amazon developer console (Login with Amazon)'),
  alexa: clientOf('the page Permissions of the skill in the Alexa developer console (Alexa Skill Messaging)'),
  google: clientOf('the OAuth client in the Google Cloud console (type: web application)'),
  stripe:
    'Paste {"apiKey":"...","webhookSecret":"..."} into this secret: a restricted key of the Stripe dashboard, and what npm run billing:setup printed',
  whatsapp: 'Paste {"<shard>":"..."} into this secret: the API key of each WhatsApp gateway, by the id of its shard',
  canary: 'Paste {"webhook":"...","echo":"trg-..."} into this secret, only with a canary: docs/secrets.md',
};

export const secretsToPaste = (stage: string): StackOutputs =>
  Object.fromEntries(
    Object.entries(pasted).map(([name, what]) => [
      `Secret${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      [`${secretsPrefix(stage)}${name}`, what],
    ]),
  );

export const addressesToPaste = (appUrl: string, cdnHost: string, { domain }: StageConfig): StackOutputs => ({
  AppUrl: [appUrl, 'The app, its API and its webhooks; open it, and give it to npm run billing:setup as --app-url'],
  CdnHost: [
    cdnHost,
    domain && !domain.zone
      ? `Point ${domain.name} at it: a CNAME (or ALIAS) record, wherever your DNS is`
      : 'The host behind the address; only for comparison',
  ],
  AmazonReturnUrl: [
    `${appUrl}${authContract.amazonCallback.path}`,
    'Amazon developer console, Login with Amazon, security profile, Web Settings: add it to the Allowed Return URLs',
  ],
  AmazonOrigin: [
    appUrl,
    'Amazon developer console, Login with Amazon, security profile, Web Settings: add it to the Allowed Origins',
  ],
  GoogleRedirectUri: [
    `${appUrl}${authContract.googleCallback.path}`,
    'Google Cloud console, APIs & Services, Credentials, OAuth client: add it to the Authorized redirect URIs',
  ],
  PrivacyUrl: [`${appUrl}/privacy`, 'Consent screens of Amazon and Google, and the skill: link to the privacy page'],
  TermsUrl: [`${appUrl}/terms`, 'Consent screen of Google, and the skill: link to the terms of use'],
  StripeWebhookUrl: [
    `${appUrl}${billingEventsPath}`,
    'Stripe dashboard, Webhooks: the endpoint that npm run billing:setup creates; only for comparison',
  ],
  WhatsAppWebhookPrefix: [
    `${appUrl}/prod/whatsapp/`,
    'The prefix to which WhatsApp gateways deliver; they need outbound access to it',
  ],
});
