import { devNull } from 'node:os';

import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';
import type { StageConfig } from '#infra/config.ts';
import { functionName, homeRegion, liveAlias, stackName } from '#infra/constructs/names.ts';
import { statusContract } from '#shared/contracts/status.ts';

import { askAws, stageOnAws } from '../ask-aws.ts';
import type { Operator, OperatorCommand } from '../operator.ts';

const { path, cacheSeconds, reply: statusReply } = statusContract.status;
const answerMs = 15_000;

export const smoke: OperatorCommand = {
  name: 'smoke',
  about: 'check a stage after a deployment',
  usage: `

Requests ${path} and, if the stage has a canary, runs it once. Waits a minute first, because the CDN caches the status
that long. Needs the AWS CLI.`,
  options: {},
  words: { min: 0, max: 0 },
  needsTable: false,
  run: async (_typed, operator) => {
    const { settings } = await stageOnAws(operator);
    const problem = (await statusProblem(operator, settings)) ?? (await canaryProblem(operator, settings));
    const passed = settings.canary ? `${path} and the canary work` : `${path} works`;
    operator.print(problem ?? `Stage "${settings.name}": ${passed}.`);
    return problem === undefined ? 'done' : 'notDone';
  },
};

const outputs = z.tuple([z.url()]);

async function statusProblem({ aws, http, pause }: Operator, { name }: StageConfig): Promise<string | undefined> {
  const query = ['--query', "Stacks[0].Outputs[?OutputKey=='AppUrl'].OutputValue"];
  const words = ['cloudformation', 'describe-stacks', '--stack-name', stackName(name, 'edge'), ...query];
  const [appUrl] = await askAws(aws, homeRegion, words, outputs);
  await pause(cacheSeconds * 1000);
  const url = `${appUrl}${path}`;
  const reply = await http({ method: 'GET', url, timeoutMs: answerMs });
  if (reply.outcome !== 'reply') return `${url} does not answer.`;
  if (reply.status !== 200) return `${url} returned ${reply.status}.`;
  if (!statusReply.safeParse(json(reply.body)).success) return `${url} returned something other than a status.`;
  // CloudFront serves its last copy while the function fails, however old.
  if (Number(reply.headers['age'] ?? 0) > cacheSeconds) return `${url} returned a stale copy from the CDN.`;
  return undefined;
}

const invocation = z.object({ FunctionError: z.optional(z.string()) });

async function canaryProblem({ aws }: Operator, { name, canary }: StageConfig): Promise<string | undefined> {
  if (canary === undefined) return undefined;
  const target = ['--function-name', functionName(name, { name: 'canary' }), '--qualifier', liveAlias];
  const words = ['lambda', 'invoke', ...target, devNull];
  const { FunctionError: error } = await askAws(aws, homeRegion, words, invocation);
  return error && 'The canary failed, and its log contains the reason (docs/alarms.md, canary-fails).';
}
