import type { Person } from '#functions/platform/http/serve.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';
import { Refusal, refusals } from '#shared/refusals.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';

import type { Execution, RunRequest } from './execution/run.ts';

type Deps = { execute: (request: RunRequest) => Promise<Execution> };
/** `startedAt`: when the request came in; finding out who clicks counts against the time of the run. */
type Click = {
  workspaceId: number;
  triggerId: string;
  person: Pick<Person, 'name'>;
  requestId: string;
  startedAt: Date;
};

/**
 * Fires a trigger of the person's own workspace. Throws `trigger.notFound`, and the reason when an Amazon account has to
 * be linked again; whatever else comes of it is an answer with `success`.
 */
export async function fireByClick(
  { execute }: Deps,
  { workspaceId, triggerId, person, requestId, startedAt }: Click,
): Promise<ReplyOf<(typeof triggersContract)['executeTrigger']>> {
  // The caller owns the workspace; the session has seen to that.
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
