import type { RefusedFor } from '#functions/data/alexa/enabling-refused-store.ts';
import type { EnablementProblem } from '#functions/providers/alexa-enablement.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import type { ConnectingProblem } from '#shared/rules/connecting-problems.ts';

import type { ConnectDeps, Trip } from './connect-deps.ts';

export type EndReason =
  | EnablementProblem
  | Exclude<TokenOutcome['outcome'], 'tokens'>
  | 'enablingFailed'
  | 'otherAccount'
  | 'notConfigured'
  | 'askedWrongly'
  | 'declined'
  | 'notConfirmed';

/** Whom a reason is about, so that a refusal is stored for nobody else. */
type Owner =
  /** The skill or its client, for everybody. Nobody can cause it, so it stops the stage at once. */
  | 'stage'
  /** A request of ours that Amazon cannot read. A made-up callback causes it as well, so it takes several accounts. */
  | 'us'
  /** The person: not their country, no tester, or registered in a region that we do not ask. */
  | 'account'
  /**
   * What we asked for: a client, a scope or account linking whose settings fit nobody. A used code or an address that a
   * person changed causes it as well, so it takes several accounts.
   */
  | 'settings'
  /** Our `AcceptGrant`, or Alexa: only many of them mean something. */
  | 'unclear'
  /** This attempt. */
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

/** What is stored for the stage. Several accounts that meet the same mean the stage. */
const refusedFor: Readonly<Partial<Record<Owner, RefusedFor>>> = {
  stage: 'stage',
  us: 'account',
  account: 'account',
  settings: 'account',
};

/**
 * Ends the chain. Only a refusal of this account is stored with its grant or link, and none while Amazon refuses
 * everybody. `code`: Amazon's own word.
 */
export async function endFor(deps: ConnectDeps, trip: Trip, reason: EndReason, code?: string): Promise<undefined> {
  const { workspaceId } = trip;
  deps.log('enablement.ended', { workspaceId, outcome: reason, code });
  const isStopped = await noteRefusal(deps, trip, reason, code);
  const [owner, problem] = ends[reason];
  if (owner === 'account' && !isStopped) await deps.connecting.refuse(trip, await deps.findAccess(workspaceId));
  else await deps.connecting.fail(trip, problem);
}

/** Returns whether Amazon refuses everybody. May fail without changing how the person's connecting ends. */
export async function noteRefusal(
  { enablingRefused, log }: Pick<ConnectDeps, 'enablingRefused' | 'log'>,
  { workspaceId, amazonUserId }: Pick<Trip, 'workspaceId' | 'amazonUserId'>,
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
    if (noted === 'stands') log('enablement.stopped', { reason });
    return noted === 'stands' || (await enablingRefused.stands());
  } catch (cause) {
    log('enablement.notNoted', { workspaceId }, cause);
    return false;
  }
}
