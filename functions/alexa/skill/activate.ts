import type { Outcome } from '#shared/rules/execution.ts';

import type { AlexaErrorType } from './messages.ts';

/** What Alexa is told of a voice run that did not work; undefined where `ActivationStarted` is the answer. */
export const voiceErrorOf: Readonly<Record<Outcome, AlexaErrorType | undefined>> = {
  sent: undefined,
  // The trigger runs already: its own routine contains its scene.
  loop: undefined,
  notLinked: 'NO_SUCH_ENDPOINT',
  workspaceInactive: 'ENDPOINT_UNREACHABLE',
  planRequired: 'ENDPOINT_UNREACHABLE',
  disabled: 'ENDPOINT_UNREACHABLE',
  skillNotEnabled: 'ENDPOINT_UNREACHABLE',
  grantRevoked: 'ENDPOINT_UNREACHABLE',
  reinstallSkill: 'ENDPOINT_UNREACHABLE',
  tooMany: 'RATE_LIMIT_EXCEEDED',
  throttled: 'RATE_LIMIT_EXCEEDED',
  unavailable: 'INTERNAL_ERROR',
  rejected: 'INTERNAL_ERROR',
  unknown: 'INTERNAL_ERROR',
};

/** Sentences for Alexa's log and ours; no person hears them. */
export const errorSentences: Readonly<Record<AlexaErrorType, string>> = {
  NO_SUCH_ENDPOINT: 'There is no such trigger in the workspace of this account.',
  INVALID_DIRECTIVE: 'This directive is malformed or not supported.',
  ENDPOINT_UNREACHABLE: 'This trigger is switched off or cannot reach Alexa.',
  RATE_LIMIT_EXCEEDED: 'This trigger was fired too often.',
  INTERNAL_ERROR: 'Something went wrong on our side.',
  INVALID_AUTHORIZATION_CREDENTIAL: 'Amazon does not accept the token of this account any more.',
};
