import type { EnablementProblem } from '#functions/providers/alexa-enablement.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import type { ConnectingProblem } from '#shared/rules/connecting-problems.ts';

import type { ConnectDeps, Trip } from './connect-deps.ts';

/** For the calls to Alexa of one callback, of which enabling may take twelve seconds. */
export const stageMs = 19_000;

export type EndReason =
  | EnablementProblem
  | Exclude<TokenOutcome['outcome'], 'tokens'>
  | 'otherAccount'
  | 'notConfigured'
  | 'declined';

const problems: Readonly<Record<EndReason, ConnectingProblem>> = {
  codeRefused: 'amazon.enablementRefused',
  malformed: 'amazon.enablementRefused',
  forbidden: 'amazon.enablementRefused',
  unknownSkill: 'amazon.enablementRefused',
  wrongRegion: 'amazon.enablementRefused',
  otherAccount: 'amazon.otherAccountChosen',
  tokenRefused: 'amazon.consentRefused',
  unavailable: 'amazon.enablementUnavailable',
  unknown: 'amazon.enablementUnavailable',
  invalidGrant: 'amazon.consentRefused',
  invalidClient: 'amazon.enablementNotConfigured',
  misconfigured: 'amazon.enablementNotConfigured',
  notConfigured: 'amazon.enablementNotConfigured',
  declined: 'amazon.allowDeclined',
};

/** Many at once are more than single people. */
const amazonsRefusals = new Set<EndReason>(['codeRefused', 'forbidden', 'wrongRegion']);
const ourMistakes = new Set<EndReason>([
  'malformed',
  'unknownSkill',
  'invalidClient',
  'misconfigured',
  'notConfigured',
]);

/**
 * Ends the chain. A refusal of Amazon is remembered; not so what we have set up wrong, as connecting anew helps once that is
 * mended. `code`: Amazon's own word.
 */
export async function endFor(deps: ConnectDeps, trip: Trip, reason: EndReason, code?: string): Promise<undefined> {
  const { workspaceId } = trip;
  deps.log('enablement.ended', { workspaceId, outcome: reason });
  if (ourMistakes.has(reason)) deps.log('gateway.misconfigured', { reason, code, secret: 'alexa' });
  if (amazonsRefusals.has(reason)) deps.log('enablement.refused', { workspaceId, reason });
  const problem = problems[reason];
  if (problem === 'amazon.enablementRefused') await deps.connecting.refuse(trip, await deps.findAccess(workspaceId));
  else await deps.connecting.fail(trip, problem);
}
