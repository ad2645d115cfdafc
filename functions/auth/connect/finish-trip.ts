import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import { sameText } from '#functions/platform/hashes.ts';
import { Refusal } from '#shared/refusals.ts';
import type { ConnectingProblem } from '#shared/rules/connecting-problems.ts';

import type { Callback } from '../attempt.ts';
import { pageAddress } from '../pages.ts';
import { afterConsent } from './after-consent.ts';
import type { ConnectDeps, Trip } from './connect-deps.ts';
import { enableSkill } from './enable-skill.ts';

export type TripAttempt = Pick<SignInState, 'codeVerifier' | 'loginHint'> & { connect: Trip };

const awaited = { allow: 'allow', code: 'enable' } as const;

/**
 * A trip counts only for its own step of the newest chain, its session and its link; else it throws `auth.stateInvalid`.
 * What goes wrong from here on is told by the status, as the account stays linked.
 */
export async function finishTrip(deps: ConnectDeps, attempt: TripAttempt, back: Callback): Promise<string> {
  const { connect } = attempt;
  const [person, chain, workspace] = await Promise.all([
    deps.findPerson(back.cookies),
    deps.connecting.find(connect.workspaceId),
    deps.workspaces.find(connect.workspaceId),
  ]);
  const isSamePerson =
    sameText(person?.sessionIdHash ?? '', connect.sessionIdHash) && workspace?.userId === connect.userId;
  const isSameChain = chain?.chainId === connect.chainId && chain.step === awaited[connect.trip] && !chain.problem;
  const isSameLink = workspace?.status === 'ATIVO' && workspace.link?.number === connect.link;
  if (!isSamePerson || !isSameChain || !isSameLink) throw new Refusal('auth.stateInvalid');

  const answer = answerOf(back.query);
  if ('code' in answer) {
    if (connect.trip === 'code') await enableSkill(deps, connect, answer.code);
    else {
      const next = await afterConsent(deps, attempt, answer.code, back);
      if (next !== undefined) return next;
    }
  } else await end(deps, connect, answer, back.query.error);
  return pageAddress(deps.appUrl, '/amazon-auth', { success: 'true' });
}

type Answer = { code: string } | { problem: ConnectingProblem };

/**
 * Our client may not ask. Other words prove nothing, because anybody can write them into an address.
 * https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
const refusals = new Set(['invalid_request', 'unauthorized_client', 'invalid_scope', 'unsupported_response_type']);

function answerOf({ code, error }: Callback['query']): Answer {
  if (error === undefined && code) return { code };
  if (error === 'access_denied') return { problem: 'amazon.allowDeclined' };
  const isRefusal = error !== undefined && refusals.has(error);
  return { problem: isRefusal ? 'amazon.enablementRefused' : 'amazon.enablementUnavailable' };
}

async function end(
  deps: ConnectDeps,
  trip: Trip,
  { problem }: { problem: ConnectingProblem },
  error: string | undefined,
): Promise<void> {
  const { workspaceId } = trip;
  deps.log('enablement.ended', { workspaceId, outcome: problem });
  if (problem !== 'amazon.enablementRefused') return void (await deps.connecting.fail(trip, problem));
  deps.log('gateway.misconfigured', { reason: error });
  await deps.connecting.refuse(trip, await deps.findAccess(workspaceId));
}
