import type { AlexaErrorType } from '../messages/skill-messages.ts';

/** For Alexa's log and ours. Users do not hear them. */
export const errorSentences: Readonly<Record<AlexaErrorType, string>> = {
  NO_SUCH_ENDPOINT: 'There is no such trigger in the workspace of this account.',
  INVALID_DIRECTIVE: 'This directive is malformed or not supported.',
  ENDPOINT_UNREACHABLE: 'This trigger is switched off or cannot reach Alexa.',
  RATE_LIMIT_EXCEEDED: 'This trigger ran too often.',
  INTERNAL_ERROR: 'Something went wrong on our side.',
  INVALID_AUTHORIZATION_CREDENTIAL: 'Amazon no longer accepts the token of this account.',
};
