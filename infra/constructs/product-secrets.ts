import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { Secret, type SecretProps, type SecretStringGenerator } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

import { forEachSecret, type SecretName } from '#shared/secret-names.ts';

import { secretsPrefix } from './names.ts';

export const originSecretField = 'value';

// 43 letters and digits are 32 bytes in base64url, which is the key size of the cipher.
const keyMaterial: SecretStringGenerator = {
  passwordLength: 43,
  excludePunctuation: true,
  requireEachIncludedType: false,
};

const generatedSecret = (template: Readonly<Record<string, string>>, field: string): SecretProps => ({
  generateSecretString: {
    ...keyMaterial,
    secretStringTemplate: JSON.stringify(template),
    generateStringKey: field,
  },
});

// CloudFormation would overwrite a pasted value if this line changed.
const placeholder: SecretProps = { secretStringValue: SecretValue.unsafePlainText('{}') };

const contents: Readonly<Record<SecretName, SecretProps & { description: string }>> = {
  encryption: {
    description: 'Keys that encrypt tokens before they reach the table; add a key and point "current" at it to rotate',
    ...generatedSecret({ current: 'k1' }, 'k1'),
  },
  origin: {
    description: 'The CDN adds it to every request for the API; docs/secrets.md describes how to change it',
    ...generatedSecret({}, originSecretField),
  },
  amazon: { description: 'Login with Amazon: {"clientId":"","clientSecret":""}', ...placeholder },
  alexa: { description: 'Alexa Skill Messaging: {"clientId":"","clientSecret":""}', ...placeholder },
  google: { description: 'Google sign-in: {"clientId":"","clientSecret":""}', ...placeholder },
  stripe: { description: 'Stripe: {"apiKey":"","webhookSecret":""}', ...placeholder },
  whatsapp: { description: 'WhatsApp gateways, API keys by shard: {"main":""}', ...placeholder },
  canary: { description: 'The canary: {"webhook":"<address>","echo":"trg-..."}', ...placeholder },
};

/** The first deployment works with the placeholders. */
export function productSecrets(scope: Construct, stage: string): Record<SecretName, Secret> {
  return forEachSecret((name) => {
    const made = new Secret(scope, `Secret-${name}`, {
      secretName: `${secretsPrefix(stage)}${name}`,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...contents[name],
    });
    Validations.of(made).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotated by hand: the providers offer no rotation, and a new key of ours needs the old one next to it to re-encrypt',
    });
    return made;
  });
}
