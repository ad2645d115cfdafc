import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';
import { functionName, homeRegion } from '#infra/constructs/names.ts';

import type { Aws } from '../aws-cli.ts';
import { BadArguments } from '../bad-arguments.ts';
import { checkAccount } from '../check-place.ts';
import type { Operator } from '../operator.ts';
import { stageFunctions, type StageFunction } from './stage-functions.ts';

const caller = z.object({ Account: z.string() });
const names = z.array(z.string());

/**
 * Finds the functions of the stage that exist in its account. Throws `BadArguments` if the account or the stage is
 * wrong.
 */
export async function findFunctions({ settings, aws, say }: Operator): Promise<StageFunction[]> {
  if (settings === undefined)
    throw new BadArguments('Say which stage on AWS: --stage <name>, for example --stage prod.');
  const { Account: account } = await ask(aws, homeRegion, ['sts', 'get-caller-identity'], caller);
  checkAccount(account, settings);
  const wanted = stageFunctions(settings);
  const prefix = functionName(settings.name, { name: '' });
  const query = `Functions[?starts_with(FunctionName, '${prefix}')].FunctionName`;
  const found: StageFunction[] = [];
  for (const region of new Set(wanted.map((one) => one.region))) {
    const there = await ask(aws, region, ['lambda', 'list-functions', '--query', query], names);
    const here = wanted.filter((one) => one.region === region);
    found.push(...here.filter(({ name }) => there.includes(name)));
    for (const { name } of here) if (!there.includes(name)) say(`${name} is not in ${region}.`);
    const unknown = there.filter((name) => here.every((one) => one.name !== name));
    if (unknown.length > 0) say(`Not of this version, and left alone in ${region}: ${unknown.join(', ')}.`);
  }
  if (found.length > 0) return found;
  throw new BadArguments(`Account ${account} has no function of stage "${settings.name}": nothing was done.`);
}

async function ask<Schema extends z.ZodMiniType>(aws: Aws, region: string, words: readonly string[], schema: Schema) {
  const reply = await aws(region, words);
  if (reply.outcome === 'failed') throw new BadArguments(`aws ${words.slice(0, 2).join(' ')} failed: ${reply.why}`);
  const parsed = schema.safeParse(json(reply.text));
  if (parsed.success) return parsed.data;
  throw new BadArguments(`aws ${words.slice(0, 2).join(' ')} answered what this version does not read.`);
}
