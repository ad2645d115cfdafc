import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { bundleOptions } from '#infra/bundle.ts';

import { newSecrets } from '../local/settings.ts';
import { localCredentials } from '../local/table/dynamodb.ts';
import { defaultClients } from '../sandboxes/world.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const tableName = 'bench';

/** Settings of both sides: the same table and event gateway, and no limits. */
export const benchSettings = (dynamodbUrl: string, eventsUrl: string): Record<string, string> => ({
  DYNAMODB_ENDPOINT: dynamodbUrl,
  TABLE_NAME: tableName,
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
  AWS_REGION: 'us-east-1',
  SECRETS_JSON: newSecrets(defaultClients),
  ALEXA_EVENT_GATEWAY_URL: eventsUrl,
  RUNS_PER_MINUTE: '0',
  WORKSPACE_RUNS_PER_MINUTE: '0',
  EVENT_FILLER: 'x'.repeat(700),
});

/** Bundles the script like the functions, so that neither side pays for loading sources. */
export async function bundled(script: string): Promise<string> {
  const outfile = join(root, '.cache', 'bench', `${script}.mjs`);
  await build({ ...bundleOptions, entryPoints: [join('test', 'bench', `${script}.ts`)], outfile });
  return outfile;
}
