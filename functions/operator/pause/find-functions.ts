import * as z from 'zod/mini';

import { europeanRegion, functionName, homeRegion } from '#infra/constructs/names.ts';

import { askAws, stageOnAws } from '../ask-aws.ts';
import { BadArguments } from '../bad-arguments.ts';
import type { Operator } from '../operator.ts';
import { stageFunctions, type StageFunction } from './stage-functions.ts';

type Found = {
  functions: StageFunction[];
  /** The regions whose functions could not be listed, with the problem. */
  unread: ReadonlyMap<string, string>;
};

/** Errors that a retry does not fix: a policy denies the call, or the region is not enabled. */
const denials = /\((?:AccessDenied|AccessDeniedException|UnrecognizedClientException|InvalidClientTokenId)\)/;

const listed = z.array(z.object({ name: z.string(), seconds: z.number() }));

// Both, whatever the settings are: the copy of the skill runs until its stack is deleted.
const regions = [homeRegion, europeanRegion];

/**
 * Finds all functions of the stage in its account, including those that the settings no longer have. Throws
 * `BadArguments` if the account or the stage is wrong, or if no function was found.
 */
export async function findFunctions(operator: Operator): Promise<Found> {
  const { aws, print } = operator;
  const { settings, account } = await stageOnAws(operator);
  const wanted = stageFunctions(settings);
  const prefix = functionName(settings.name, { name: '' });
  const query = `Functions[?starts_with(FunctionName, '${prefix}')].{name: FunctionName, seconds: Timeout}`;
  const functions: StageFunction[] = [];
  const unread = new Map<string, string>();
  for (const region of regions) {
    try {
      const there = await askAws(aws, region, ['lambda', 'list-functions', '--query', query], listed);
      const here = wanted.filter((one) => one.region === region);
      for (const { name } of here) if (!there.some((one) => one.name === name)) print(`${name} is not in ${region}.`);
      functions.push(...there.map((one) => here.find(({ name }) => name === one.name) ?? unknown(one, region)));
    } catch (error) {
      if (!(error instanceof BadArguments)) throw error;
      const isWanted = wanted.some((one) => one.region === region);
      if (isWanted || !denials.test(error.message)) unread.set(region, error.message);
      else print(`${region} is skipped, because the settings have no function there: ${error.message}`);
    }
  }
  if (functions.length > 0) return { functions, unread };
  const [problem = `Account ${account} has no function of stage "${settings.name}". Nothing was changed.`] =
    unread.values();
  throw new BadArguments(problem);
}

/** A function of an older version or of a removed setting. */
const unknown = (one: { name: string; seconds: number }, region: string): StageFunction => ({
  ...one,
  region,
  reserved: undefined,
  readsStream: false,
});
