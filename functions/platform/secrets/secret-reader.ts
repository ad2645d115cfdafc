import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';

import type { SecretName } from '#shared/secret-names.ts';

import type { Config } from '../config.ts';

type Settings = Pick<Config, 'SECRETS_JSON' | 'SECRETS_PREFIX' | 'DATA_REGION'> & Partial<Pick<Config, 'SECRETS_FILE'>>;

/** Reads secrets from the setting, the file or Secrets Manager. Returns undefined if the secret does not exist. */
export function secretReader(settings: Settings): (name: SecretName) => Promise<string | undefined> {
  const { SECRETS_JSON: given, SECRETS_FILE: file, SECRETS_PREFIX: prefix } = settings;
  if (given !== undefined) return givenReader(given);
  if (file !== undefined) return fileReader(file);
  if (prefix === undefined) return () => Promise.resolve(undefined);
  const manager = new SecretsManagerClient({
    region: settings.DATA_REGION,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 1500, throwOnRequestTimeout: true },
  });
  return async (name) => {
    try {
      return (await manager.send(new GetSecretValueCommand({ SecretId: `${prefix}${name}` }))).SecretString;
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  };
}

function givenReader(given: string): (name: SecretName) => Promise<string | undefined> {
  const all = secretsByName(given);
  return (name) => Promise.resolve(all[name] === undefined ? undefined : JSON.stringify(all[name]));
}

/** Reads the file each time, because it may change while the process runs. */
const fileReader =
  (file: string) =>
  async (name: SecretName): Promise<string | undefined> =>
    givenReader(await process.getBuiltinModule('node:fs/promises').readFile(file, 'utf8'))(name);

function secretsByName(given: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(given));
  } catch {
    // The cause would quote the secrets.
    throw new Error('The secrets that were given are not a JSON object.');
  }
}
