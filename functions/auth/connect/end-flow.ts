import type { RefusedFor } from '#functions/data/alexa/enabling-refused-store.ts';
import type { EnablementProblem } from '#functions/providers/alexa-enablement.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import type { ConnectingProblem } from '#shared/rules/connecting-problems.ts';

import type { ConnectDeps, ConsentRedirect } from './connect-deps.ts';

export type EndReason =
  | EnablementProblem
  | Exclude<TokenOutcome['outcome'], 'tokens'>
  | 'enablingFailed'
  | 'otherAccount'
  | 'notConfigured'
  | 'askedWrongly'
  | 'declined'
  | 'notConfirmed';

/** The party that a reason is about. A refusal is stored only for that party. */
type Owner =
  /** The skill or its client. A user cannot cause it, so it stops the stage at once. */
  | 'stage'
  /**
   * A request that Amazon cannot read. A forged callback causes it as well, so only several accounts stop the stage.
   */
  | 'us'
  /** The user: in a country without the skill, not a tester, or registered in a region that we do not ask. */
  | 'account'
  /**
   * Wrong settings of the client, the scope or the account linking. A used code or a URL that a user changed causes it
   * as well, so only several accounts stop the stage.
   */
  | 'settings'
  /** Our `AcceptGrant` or Alexa. A single failure proves nothing. */
  | 'unclear'
  /** Only this attempt. */
  | 'attempt';

const ends: Readonly<Record<EndReason, readonly [Owner, ConnectingProblem]>> = {
  unknownSkill: ['stage', 'amazon.enablementNotConfigured'],
  invalidClient: ['stage', 'amazon.enablementNotConfigured'],
  notConfigured: ['stage', 'amazon.enablementNotConfigured'],
  malformed: ['us', 'amazon.enablementNotConfigured'],
  misconfigured: ['us', 'amazon.enablementNotConfigured'],
  forbidden: ['account', 'amazon.enablementRefused'],
  wrongRegion: ['account', 'amazon.enablementRefused'],
  codeRefused: ['settings', 'amazon.enablementRefused'],
  askedWrongly: ['settings', 'amazon.enablementNotConfigured'],
  enablingFailed: ['unclear', 'amazon.enablementUnavailable'],
  unavailable: ['attempt', 'amazon.enablementUnavailable'],
  unknown: ['attempt', 'amazon.enablementUnavailable'],
  tokenRefused: ['attempt', 'amazon.consentRefused'],
  invalidGrant: ['attempt', 'amazon.consentRefused'],
  otherAccount: ['attempt', 'amazon.otherAccountChosen'],
  declined: ['attempt', 'amazon.allowDeclined'],
  notConfirmed: ['attempt', 'amazon.accountNotConfirmed'],
};

/** How a refusal counts for the stage. Refusals of several accounts stop the stage. */
const refusedFor: Readonly<Partial<Record<Owner, RefusedFor>>> = {
  stage: 'stage',
  us: 'account',
  account: 'account',
  settings: 'account',
};

/**
 * Ends the flow. Only a refusal of this account is stored with its grant or link, and only while Amazon does not refuse
 * all users. `code` is Amazon's error code.
 */
export async function endFlow(
  deps: ConnectDeps,
  redirect: ConsentRedirect,
  reason: EndReason,
  code?: string,
): Promise<undefined> {
  const { workspaceId } = redirect;
  deps.log('enablement.ended', { workspaceId, outcome: reason, code });
  const isStopped = await noteRefusal(deps, redirect, reason, code);
  const [owner, problem] = ends[reason];
  if (owner === 'account' && !isStopped) await deps.connecting.refuse(redirect, await deps.findAccess(workspaceId));
  else await deps.connecting.fail(redirect, problem);
}

/** Returns whether Amazon refuses all users. A failure does not change how the user's flow ends. */
export async function noteRefusal(
  { enablingRefused, log }: Pick<ConnectDeps, 'enablingRefused' | 'log'>,
  { workspaceId, amazonUserId }: Pick<ConsentRedirect, 'workspaceId' | 'amazonUserId'>,
  reason: EndReason,
  code?: string,
): Promise<boolean> {
  const [owner] = ends[reason];
  if (owner === 'stage' || owner === 'us') log('gateway.misconfigured', { reason, code, secret: 'alexa' });
  if (owner === 'unclear') log('enablement.refused', { workspaceId, reason });
  const kind = refusedFor[owner];
  if (kind === undefined) return false;
  try {
    const noted = await enablingRefused.note(kind, amazonUserId);
    if (kind === 'account' && owner !== 'us' && noted !== 'known') log('enablement.refused', { workspaceId, reason });
    if (noted === 'stopped') log('enablement.stopped', { reason });
    return noted === 'stopped' || (await enablingRefused.isStopped());
  } catch (cause) {
    log('enablement.notNoted', { workspaceId }, cause);
    return false;
  }
}
