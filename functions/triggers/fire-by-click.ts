import type { Person } from '#functions/platform/http/serve.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';
import { Refusal, refusals } from '#shared/refusals.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';

import type { Execution, RunRequest } from './execution/run.ts';

type Deps = { execute: (request: RunRequest) => Promise<Execution> };
/** `startedAt`: when the request came in, because authentication counts against the time of the run. */
type Click = {
  workspaceId: number;
  triggerId: string;
  person: Pick<Person, 'name'>;
  requestId: string;
  startedAt: Date;
};

/** Throws `trigger.notFound`, and the reason when an Amazon account has to be linked again. */
export async function fireByClick(
  { execute }: Deps,
  { workspaceId, triggerId, person, requestId, startedAt }: Click,
): Promise<ReplyOf<(typeof triggersContract)['executeTrigger']>> {
  // The session has checked that the caller owns the workspace.
  const mayFire = (): boolean => true;
  const { outcome, executionId, ms } = await execute({
    channel: 'click',
    workspaceId,
    triggerId,
    startedAt,
    mayFire,
    requestId,
    who: person.name,
  });
  const { refusal: errorKey, relink } = outcomes[outcome];
  if (!errorKey) return { success: true, message: 'Sent to Alexa.', outcome, executionId, ms };
  if (relink) throw new Refusal(errorKey);
  return { success: false, message: refusals[errorKey][1], outcome, executionId, ms, errorKey };
}
