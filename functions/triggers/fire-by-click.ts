import type { Person } from '#functions/platform/http/serve.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';
import { Refusal, refusals } from '#shared/refusals.ts';
import { refusalFor } from '#shared/rules/execution/failure-text.ts';
import { isFailed, outcomes } from '#shared/rules/execution/outcomes.ts';

import type { Execution, RunRequest } from './execution/run.ts';

type Deps = { execute: (request: RunRequest) => Promise<Execution> };
type Click = {
  workspaceId: number;
  triggerId: string;
  person: Pick<Person, 'name'>;
  requestId: string;
  /** When the request arrived, because authentication counts against the time of the run. */
  startedAt: Date;
  address?: string | undefined;
};

/** For a caller whose session proved that the workspace is theirs. */
export const clickRequest = ({ person, address, ...click }: Click): RunRequest => ({
  ...click,
  ...(address !== undefined && { address }),
  channel: 'click',
  mayFire: () => true,
  who: person.name,
});

/** Throws `trigger.notFound`, and the reason if an Amazon account has to be linked again. */
export async function fireByClick(
  { execute }: Deps,
  click: Click,
): Promise<ReplyOf<(typeof triggersContract)['executeTrigger']>> {
  const { outcome, executionId, ms, next, skillIsOff } = await execute(clickRequest(click));
  if (!isFailed(outcome)) return { success: true, message: 'Sent to Alexa.', outcome, executionId, ms };
  const errorKey = refusalFor(outcome, skillIsOff);
  if (outcomes[outcome].relink) throw new Refusal(errorKey);
  const nextAt = next && { nextAt: next.at };
  return { success: false, message: refusals[errorKey][1], outcome, executionId, ms, errorKey, ...nextAt };
}
