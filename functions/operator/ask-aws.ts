import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';
import type { StageConfig } from '#infra/config.ts';
import { homeRegion } from '#infra/constructs/names.ts';

import type { Aws } from './aws-cli.ts';
import { BadArguments } from './bad-arguments.ts';
import { checkAccount } from './check-place.ts';
import type { Operator } from './operator.ts';

/** Parses the output of an AWS CLI command. Throws `BadArguments` if the command fails or its output has another form. */
export async function askAws<Schema extends z.ZodMiniType>(
  aws: Aws,
  region: string,
  words: readonly string[],
  schema: Schema,
): Promise<z.output<Schema>> {
  const reply = await aws(region, words);
  if (reply.outcome === 'failed') throw new BadArguments(`aws ${words.slice(0, 2).join(' ')} failed: ${reply.why}`);
  const parsed = schema.safeParse(json(reply.text));
  if (parsed.success) return parsed.data;
  throw new BadArguments(`aws ${words.slice(0, 2).join(' ')} returned output that this version cannot parse.`);
}

const caller = z.object({ Account: z.string() });

/** Throws `BadArguments` without `--stage`, and if the credentials are of another account than the stage. */
export async function stageOnAws({
  settings,
  aws,
}: Pick<Operator, 'settings' | 'aws'>): Promise<{ settings: StageConfig; account: string }> {
  if (settings === undefined) throw new BadArguments('Add the stage: --stage <name>, for example --stage prod.');
  const { Account: account } = await askAws(aws, homeRegion, ['sts', 'get-caller-identity'], caller);
  checkAccount(account, settings);
  return { settings, account };
}
