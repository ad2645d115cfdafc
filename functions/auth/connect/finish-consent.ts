import { sameText } from '#functions/platform/hashes.ts';
import { Refusal } from '#shared/refusals.ts';

import type { Callback } from '../attempt.ts';
import { pageAddress } from '../pages.ts';
import { afterConsent } from './after-consent.ts';
import type { ConnectDeps, ConsentRedirect, ConsentAttempt } from './connect-deps.ts';
import { enableSkill } from './enable-skill.ts';
import { endFlow, type EndReason } from './end-flow.ts';

const awaited = { allow: 'allow', code: 'enable' } as const;

/**
 * Accepts a callback only for its step of the newest flow, its session and its link; otherwise throws
 * `auth.stateInvalid`. Later failures are stored in the status, because the account stays linked.
 */
export async function finishConsent(deps: ConnectDeps, attempt: ConsentAttempt, back: Callback): Promise<string> {
  const { connect } = attempt;
  const [person, flow, workspace] = await Promise.all([
    deps.findPerson(back.cookies),
    deps.connecting.find(connect.workspaceId),
    deps.workspaces.find(connect.workspaceId),
  ]);
  const isSamePerson =
    sameText(person?.sessionIdHash ?? '', connect.sessionIdHash) && workspace?.userId === connect.userId;
  const isSameFlow = flow?.chainId === connect.chainId && flow.step === awaited[connect.trip] && !flow.problem;
  const isSameLink = workspace?.status === 'ATIVO' && workspace.link?.number === connect.link;
  if (!isSamePerson || !isSameFlow || !isSameLink) throw new Refusal('auth.stateInvalid');

  const answer = answerOf(connect.trip, back.query);
  if (answer.outcome === 'code') {
    if (connect.trip === 'code') await enableSkill(deps, connect, answer.code);
    else {
      const next = await afterConsent(deps, attempt, answer.code, back);
      if (next !== undefined) return next;
    }
  } else await endFlow(deps, connect, answer.reason, answer.code);
  return pageAddress(deps.appUrl, '/amazon-auth', { success: 'true', id: String(connect.workspaceId) });
}

type Answer = { outcome: 'code'; code: string } | { outcome: 'error'; reason: EndReason; code?: string };

/**
 * Amazon's error codes for a wrong request from us. A user can forge them.
 * https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
const askedWrongly = new Set(['invalid_request', 'unauthorized_client', 'invalid_scope', 'unsupported_response_type']);

function answerOf(step: ConsentRedirect['trip'], { code, error }: Callback['query']): Answer {
  if (error === undefined && code) return { outcome: 'code', code };
  if (error === 'access_denied') return { outcome: 'error', reason: step === 'code' ? 'notConfirmed' : 'declined' };
  if (error !== undefined && askedWrongly.has(error)) return { outcome: 'error', reason: 'askedWrongly', code: error };
  return { outcome: 'error', reason: 'unavailable' };
}
