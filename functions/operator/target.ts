import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';
import { readStage, type StageConfig } from '#infra/config.ts';
import { homeRegion, secretsPrefix, tableName } from '#infra/constructs/names.ts';

import { BadArguments } from './bad-arguments.ts';
import type { Typed } from './operator.ts';

export const targetOptions = {
  local: 'switch',
  stage: 'text',
  table: 'text',
  region: 'text',
  endpoint: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'switch'>>;

/** The target options as typed, for a command that the operator repeats. */
export const targetWords = ({ has, text }: Pick<Typed, 'text' | 'has'>): string[] =>
  Object.entries(targetOptions).flatMap(([option, kind]) => {
    if (kind === 'switch') return has(option) ? [`--${option}`] : [];
    const value = text(option);
    return value === undefined ? [] : [`--${option}`, value];
  });

export type Target = {
  TABLE_NAME: string;
  DATA_REGION: string;
  TABLE_TIMEOUT_MS: number;
  DYNAMODB_ENDPOINT?: string;
  SECRETS_PREFIX?: string;
  SECRETS_JSON?: string;
  STRIPE_API_BASE?: string;
  settings?: StageConfig;
  /** Real AWS credentials must not be used. */
  isLocal: boolean;
};

// Reading a whole table uses large pages.
const timeoutMs = 15_000;

/** Reads the product on this machine from `stack.json` in `directory`. */
export async function targetOf(typed: Pick<Typed, 'text' | 'has'>, directory: string): Promise<Target> {
  const [stage, name, endpoint] = [typed.text('stage'), typed.text('table'), typed.text('endpoint')];
  const named = { ...(name !== undefined && { TABLE_NAME: name }) };
  if (typed.has('local')) {
    if (stage !== undefined) throw new BadArguments('Use either --local or --stage, not both.');
    return { ...(await local(directory)), ...named };
  }
  if (stage === undefined && name === undefined) {
    throw new BadArguments('Add --local, or --stage <name>, for example --stage prod.');
  }
  if (endpoint !== undefined && !URL.canParse(endpoint)) throw new BadArguments(`"${endpoint}" is not a URL.`);
  const settings = stage === undefined ? undefined : settingsOf(stage);
  return {
    TABLE_NAME: tableName(stage ?? ''),
    ...named,
    DATA_REGION: typed.text('region') ?? homeRegion,
    TABLE_TIMEOUT_MS: timeoutMs,
    ...(endpoint !== undefined && { DYNAMODB_ENDPOINT: endpoint }),
    ...(settings && { settings, SECRETS_PREFIX: secretsPrefix(settings.name) }),
    isLocal: false,
  };
}

/** Throws `BadArguments` for an unknown stage. */
function settingsOf(stage: string): StageConfig {
  try {
    return readStage(stage);
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error));
  }
}

const stackFile = z.object({ dynamodbUrl: z.url(), tableName: z.string(), sandboxUrl: z.optional(z.url()) });

async function local(directory: string): Promise<Target> {
  const [stack, secrets] = await Promise.all(
    ['stack.json', 'secrets.json'].map((file) => readFile(join(directory, file), 'utf8').catch(() => '')),
  );
  const running = stackFile.safeParse(json(stack ?? ''));
  if (!running.success) throw new BadArguments('The product does not run on this machine: run npm start first.');
  const { dynamodbUrl, sandboxUrl } = running.data;
  return {
    TABLE_NAME: running.data.tableName,
    DATA_REGION: homeRegion,
    TABLE_TIMEOUT_MS: timeoutMs,
    DYNAMODB_ENDPOINT: dynamodbUrl,
    ...(secrets && { SECRETS_JSON: secrets }),
    ...(sandboxUrl !== undefined && { STRIPE_API_BASE: sandboxUrl }),
    isLocal: true,
  };
}
