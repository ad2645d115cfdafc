import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';

import type { Operator } from '../operator.ts';
import type { StageFunction } from './stage-functions.ts';

/** https://docs.aws.amazon.com/lambda/latest/api/API_EventSourceMappingConfiguration.html */
const mapping = z.object({ UUID: z.string(), State: z.string() });
const mappings = z.object({ EventSourceMappings: z.array(z.object({ ...mapping.shape, FunctionArn: z.string() })) });

const rests = ['Enabled', 'Disabled'];
const everyMs = 5_000;
/** AWS takes seconds, in rare cases minutes. */
const looks = 60;

type Wanted = 'Enabled' | 'Disabled';

/**
 * Enables or disables the function's reading of the table's stream and waits until AWS has done so. Returns the
 * problem, or undefined on success.
 */
export async function turnReaders(
  { aws, pause, print }: Operator,
  { name, region }: StageFunction,
  wanted: Wanted,
): Promise<string | undefined> {
  // `--function-name` without an alias may leave out mappings of an alias, and AWS does not document it.
  const reply = await aws(region, ['lambda', 'list-event-source-mappings']);
  if (reply.outcome === 'failed') return reply.why;
  const all = mappings.safeParse(json(reply.text)).data?.EventSourceMappings ?? [];
  const found = all.filter(({ FunctionArn: arn }) => arn.split(':')[6] === name);
  if (found.length === 0) return 'it does not read a stream';
  for (const { UUID: uuid } of found) {
    const problem = await turn({ aws, pause }, region, uuid, wanted);
    if (problem !== undefined) return problem;
  }
  print(`${name} ${wanted === 'Enabled' ? 'reads' : 'does not read'} the table's stream.`);
  return undefined;
}

async function turn(
  { aws, pause }: Pick<Operator, 'aws' | 'pause'>,
  region: string,
  uuid: string,
  wanted: Wanted,
): Promise<string | undefined> {
  let state = '';
  let asked = false;
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await pause(everyMs);
    const reply = await aws(region, ['lambda', 'get-event-source-mapping', '--uuid', uuid]);
    if (reply.outcome === 'failed') return reply.why;
    const read = mapping.safeParse(json(reply.text));
    state = read.success ? read.data.State : 'unknown';
    if (state === wanted) return undefined;
    // A mapping that is changing rejects further changes.
    if (asked || !rests.includes(state)) continue;
    const turned = wanted === 'Enabled' ? '--enabled' : '--no-enabled';
    const change = await aws(region, ['lambda', 'update-event-source-mapping', '--uuid', uuid, turned]);
    if (change.outcome === 'failed') return change.why;
    asked = true;
  }
  return `its event source mapping ${uuid} is still ${state}`;
}
