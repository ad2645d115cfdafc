import * as z from 'zod/mini';

import { functionName } from '#infra/constructs/names.ts';

import { askAws, stageOnAws } from '../ask-aws.ts';
import { BadArguments } from '../bad-arguments.ts';
import type { Operator } from '../operator.ts';
import { stageFunctions, type StageFunction } from './stage-functions.ts';

const names = z.array(z.string());

/**
 * Finds the functions of the stage that exist in its account. Throws `BadArguments` if the account or the stage is
 * wrong.
 */
export async function findFunctions(operator: Operator): Promise<StageFunction[]> {
  const { aws, say } = operator;
  const { settings, account } = await stageOnAws(operator);
  const wanted = stageFunctions(settings);
  const prefix = functionName(settings.name, { name: '' });
  const query = `Functions[?starts_with(FunctionName, '${prefix}')].FunctionName`;
  const found: StageFunction[] = [];
  for (const region of new Set(wanted.map((one) => one.region))) {
    const there = await askAws(aws, region, ['lambda', 'list-functions', '--query', query], names);
    const here = wanted.filter((one) => one.region === region);
    found.push(...here.filter(({ name }) => there.includes(name)));
    for (const { name } of here) if (!there.includes(name)) say(`${name} is not in ${region}.`);
    const unknown = there.filter((name) => here.every((one) => one.name !== name));
    if (unknown.length > 0)
      say(`Skipped in ${region}, because this version does not have them: ${unknown.join(', ')}.`);
  }
  if (found.length > 0) return found;
  throw new BadArguments(`Account ${account} has no function of stage "${settings.name}". Nothing was changed.`);
}
