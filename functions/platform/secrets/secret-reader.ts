import * as z from 'zod/mini';

import type { SecretName } from '#shared/secret-names.ts';

import type { Config } from '../config.ts';

type Settings = Partial<Pick<Config, 'SECRETS_JSON' | 'SECRETS_FILE' | 'SECRETS_PREFIX'>>;

type ReadSecret = (name: SecretName) => Promise<string | undefined>;

/** Reads secrets from the setting, the file or Secrets Manager. Returns undefined if the secret does not exist. */
export function secretReader(settings: Settings, fromManager: (id: string) => Promise<string | undefined>): ReadSecret {
  const { SECRETS_JSON: given, SECRETS_FILE: file, SECRETS_PREFIX: prefix } = settings;
  if (given !== undefined) return givenReader(given);
  if (file !== undefined) return fileReader(file);
  return prefix === undefined ? () => Promise.resolve(undefined) : (name) => fromManager(`${prefix}${name}`);
}

function givenReader(given: string): ReadSecret {
  const all = secretsByName(given);
  return (name) => Promise.resolve(all[name] === undefined ? undefined : JSON.stringify(all[name]));
}

/** Reads the file each time, because it may change while the process runs. */
const fileReader =
  (file: string): ReadSecret =>
  async (name) =>
    givenReader(await process.getBuiltinModule('node:fs/promises').readFile(file, 'utf8'))(name);

function secretsByName(given: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(given));
  } catch {
    // The cause would quote the secrets.
    throw new Error('The secrets that were given are not a JSON object.');
  }
}
