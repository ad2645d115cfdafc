import { randomBytes } from 'node:crypto';

import type { SecretName } from '#shared/secret-names.ts';

import { defaultClients } from '../../sandboxes/world.ts';

export type ReadSecret = (name: SecretName) => Promise<string | undefined>;

export const originSecret = 'what the CDN adds';

const { amazonWeb, amazonSkill, whatsapp, stripe } = defaultClients;
const clientOf = ({ id, secret }: { id: string; secret: string }) => ({ clientId: id, clientSecret: secret });

const kept: Readonly<Record<SecretName, object>> = {
  amazon: clientOf(amazonWeb),
  alexa: clientOf(amazonSkill),
  google: clientOf(defaultClients.google),
  encryption: { current: 'k1', k1: randomBytes(32).toString('base64url') },
  origin: { value: originSecret },
  stripe: { apiKey: stripe.key, webhookSecret: stripe.webhookSecret },
  whatsapp: { main: whatsapp.key },
  canary: {},
};

export const everySecret: ReadSecret = (name) => Promise.resolve(JSON.stringify(kept[name]));

export type SecretFault = { name: string; read: ReadSecret };

const secretNames: readonly SecretName[] = ['origin', 'encryption', 'alexa', 'amazon', 'whatsapp'];

const ways: readonly { how: string; instead: () => Promise<string | undefined> }[] = [
  { how: 'cannot be read', instead: () => Promise.reject(new Error('The place of secrets does not answer.')) },
  // A deployment creates each secret as an empty object.
  { how: 'is not set up', instead: () => Promise.resolve('{}') },
];

export const secretFaults: readonly SecretFault[] = ways.flatMap(({ how, instead }) =>
  secretNames.map((missing) => ({
    name: `secret ${missing} ${how}`,
    read: (name: SecretName) => (name === missing ? instead() : everySecret(name)),
  })),
);
