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

const problems: Readonly<Record<EndReason, ConnectingProblem>> = {
  codeRefused: 'amazon.enablementRefused',
  malformed: 'amazon.enablementNotConfigured',
  forbidden: 'amazon.enablementRefused',
  unknownSkill: 'amazon.enablementNotConfigured',
  wrongRegion: 'amazon.enablementRefused',
  enablingFailed: 'amazon.enablementUnavailable',
  otherAccount: 'amazon.otherAccountChosen',
  tokenRefused: 'amazon.consentRefused',
  unavailable: 'amazon.enablementUnavailable',
  unknown: 'amazon.enablementUnavailable',
  invalidGrant: 'amazon.consentRefused',
  invalidClient: 'amazon.enablementNotConfigured',
  misconfigured: 'amazon.enablementNotConfigured',
  notConfigured: 'amazon.enablementNotConfigured',
  askedWrongly: 'amazon.enablementNotConfigured',
  declined: 'amazon.allowDeclined',
  notConfirmed: 'amazon.accountNotConfirmed',
};

const ourMistakes = new Set<EndReason>([
  'malformed',
  'unknownSkill',
  'invalidClient',
  'misconfigured',
  'notConfigured',
]);

/**
 * `malformed`, `misconfigured` and `askedWrongly` count for nobody: they are our mistakes, so no account is counted, and a
 * person can cause them with a made-up callback, so they do not stop the stage.
 */
const refusedFor: Readonly<Partial<Record<EndReason, RefusedFor>>> = {
  unknownSkill: 'stage',
  invalidClient: 'stage',
  notConfigured: 'stage',
  codeRefused: 'account',
  forbidden: 'account',
  wrongRegion: 'account',
  enablingFailed: 'account',
};

/**
 * Ends the chain. A refusal of this account is noted beside its grant or link; what we have set up wrong is noted for the
 * stage alone, as connecting anew helps once that is mended. `code`: Amazon's own word.
 */
export async function endFor(deps: ConnectDeps, trip: Trip, reason: EndReason, code?: string): Promise<undefined> {
  const { workspaceId } = trip;
  deps.log('enablement.ended', { workspaceId, outcome: reason, code });
  await noteRefusal(deps, trip, reason, code);
  const problem = problems[reason];
  if (problem === 'amazon.enablementRefused') await deps.connecting.refuse(trip, await deps.findAccess(workspaceId));
  else await deps.connecting.fail(trip, problem);
}

/** Whether the stage is refused is noted beside the person's own end, and may fail without it. */
export async function noteRefusal(
  { enablingRefused, log }: Pick<ConnectDeps, 'enablingRefused' | 'log'>,
  { workspaceId, amazonUserId }: Pick<Trip, 'workspaceId' | 'amazonUserId'>,
  reason: EndReason,
  code?: string,
): Promise<void> {
  if (ourMistakes.has(reason)) log('gateway.misconfigured', { reason, code, secret: 'alexa' });
  // Not an error line, because a person can write it into the address.
  if (reason === 'askedWrongly') log('enablement.refused', { workspaceId, reason });
  const kind = refusedFor[reason];
  if (kind === undefined) return;
  try {
    const noted = await enablingRefused.note(kind, amazonUserId);
    if (kind === 'account' && noted !== 'known') log('enablement.refused', { workspaceId, reason });
    if (noted === 'stands') log('enablement.stopped', { reason });
  } catch (cause) {
    log('enablement.notNoted', { workspaceId }, cause);
  }
}
