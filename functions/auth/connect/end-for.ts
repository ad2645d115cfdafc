import type { EnablementProblem } from '#functions/providers/alexa-enablement.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import type { ConnectingProblem } from '#shared/rules/connecting-problems.ts';

import type { ConnectDeps, Trip } from './connect-deps.ts';

/** For the calls to Alexa of one callback, of which enabling may take twelve seconds. */
export const stageMs = 19_000;

type Reason = EnablementProblem | Exclude<TokenOutcome['outcome'], 'tokens'> | 'otherAccount' | 'notConfigured';

const problems: Readonly<Record<Reason, ConnectingProblem>> = {
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
};

/** Many at once are more than single people. */
const amazonsRefusals = new Set<Reason>(['codeRefused', 'forbidden', 'wrongRegion']);
const ourMistakes = new Set<Reason>(['malformed', 'unknownSkill', 'invalidClient', 'misconfigured', 'notConfigured']);

/** Ends the chain; a refusal of Amazon is remembered until there is another grant or link. */
export async function endFor(deps: ConnectDeps, trip: Trip, reason: Reason): Promise<undefined> {
  const { workspaceId } = trip;
  deps.log('enablement.ended', { workspaceId, outcome: reason });
  if (ourMistakes.has(reason)) deps.log('gateway.misconfigured', { reason, secret: 'alexa' });
  if (amazonsRefusals.has(reason)) deps.log('enablement.refused', { workspaceId, reason });
  const problem = problems[reason];
  if (problem === 'amazon.enablementRefused') await deps.connecting.refuse(trip, await deps.findAccess(workspaceId));
  else await deps.connecting.fail(trip, problem);
}
