import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import type { SpokenTrigger } from '#functions/data/alexa/device-list.ts';
import { triggerIdOf } from '#functions/data/items/trigger-item.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { deadlineAt, answerWithinMs } from '#functions/platform/time/deadline.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import { Refusal } from '#shared/refusals.ts';
import { outcomes, type Outcome } from '#shared/rules/execution/outcomes.ts';

import {
  acceptGrantFailed,
  acceptGrantResponse,
  activationStarted,
  discoverResponse,
  errorResponse,
  stateReport,
  type AlexaErrorType,
  type AlexaMessage,
} from '../messages/skill-messages.ts';
import { acceptGrant, type AcceptGrantDeps } from './accept-grant.ts';
import { readDirective, type Directive } from './directive.ts';
import { discover, type DiscoverDeps } from './discover.ts';
import { errorSentences } from './error-sentences.ts';
import type { TokenUser } from './token-to-user.ts';

/** A directive that arrives twice has the same `messageId`. The command is for a trigger of this link only. */
export type VoiceCommand = {
  workspaceId: number;
  link: number;
  triggerId: string;
  messageId: string;
  startedAt: Date;
};

export type SkillDeps = AcceptGrantDeps &
  DiscoverDeps & {
    links: Pick<AmazonLinkStore, 'find'>;
    findTrigger: (workspaceId: number, link: number, deviceId: string) => Promise<SpokenTrigger | undefined>;
    fire: (spoken: VoiceCommand) => Promise<Outcome>;
    hearReceipt: (spoken: VoiceCommand) => Promise<void>;
    newId: () => string;
    metrics: Metrics;
  };

type Answered = { message: AlexaMessage; outcome: string };

/** Limits a table that hangs. Alexa gives up after eight seconds. */
const answerMs = answerWithinMs + 500;

/**
 * Checks shape, token, endpoint and support, in this order.
 * https://developer.amazon.com/docs/device-apis/alexa-errorresponse.html
 */
export async function answerDirective(deps: SkillDeps, event: unknown): Promise<AlexaMessage> {
  const startedAt = deps.now();
  const directive = readDirective(event);
  const { message, outcome } = await withTimeout(answerMs, answerOrError(deps, directive, startedAt), () =>
    failure(deps, directive),
  );
  const ms = deps.now().getTime() - startedAt.getTime();
  deps.log('skill.answered', { directive: directive.name, outcome, ms });
  deps.metrics({ Directives: 1 }, { directive: directive.kind, outcome });
  return message;
}

/** Never reports our own failure as a problem with the user's account. */
async function answerOrError(deps: SkillDeps, directive: Directive, startedAt: Date): Promise<Answered> {
  try {
    return await answer(deps, directive, startedAt);
  } catch (cause) {
    deps.log('skill.failed', { directive: directive.name }, cause);
    return failure(deps, directive);
  }
}

const failure = (deps: SkillDeps, directive: Directive): Answered =>
  directive.kind === 'acceptGrant' ? notAccepted(deps, 'failed') : errorAnswer(deps, directive, 'INTERNAL_ERROR');

async function answer(deps: SkillDeps, directive: Directive, startedAt: Date): Promise<Answered> {
  if (directive.kind === 'malformed') return errorAnswer(deps, directive, 'INVALID_DIRECTIVE');
  if (directive.kind === 'acceptGrantMalformed') return notAccepted(deps, 'malformed');
  if (directive.kind === 'acceptGrant') {
    const accepted = await acceptGrant(deps, directive, deadlineAt(deps.now, startedAt.getTime() + answerMs));
    const isStored = accepted === 'attached' || accepted === 'detached';
    return isStored ? { message: acceptGrantResponse(deps), outcome: accepted } : notAccepted(deps, accepted);
  }
  const user = await userOf(deps, directive.token);
  if ('error' in user) return errorAnswer(deps, directive, user.error);
  try {
    if (directive.kind === 'endpoint') return await aboutTrigger(deps, directive, user.amazonUserId, startedAt);
    const endpoints = await discover(deps, user.amazonUserId);
    return { message: discoverResponse(deps, endpoints), outcome: 'discovered' };
  } finally {
    // Lambda freezes the process after the answer.
    await user.storing;
  }
}

type AboutTrigger = Extract<Directive, { kind: 'endpoint' }>;

async function aboutTrigger(
  deps: SkillDeps,
  directive: AboutTrigger,
  amazonUserId: string,
  startedAt: Date,
): Promise<Answered> {
  const link = await deps.links.find(amazonUserId);
  if (!link) return errorAnswer(deps, directive, 'NO_SUCH_ENDPOINT');
  const activates = directive.name === 'Alexa.SceneController Activate';
  const { messageId } = directive;
  const spoken = { workspaceId: link.workspaceId, link: link.link, messageId, startedAt };
  const triggerId = triggerIdOf(directive.endpointId);
  // The run itself reads the trigger, and refuses one that is missing or of another link.
  if (activates && triggerId !== undefined) return fireByVoice(deps, directive, { ...spoken, triggerId });

  const trigger = await deps.findTrigger(link.workspaceId, link.link, directive.endpointId);
  if (!trigger) return errorAnswer(deps, directive, 'NO_SUCH_ENDPOINT');
  if (directive.name === 'Alexa ReportState') {
    if (!trigger.enabled) return errorAnswer(deps, directive, 'ENDPOINT_UNREACHABLE');
    return { message: stateReport(deps, directive.about, trigger), outcome: 'stateReported' };
  }
  if (!activates) return errorAnswer(deps, directive, 'INVALID_DIRECTIVE');
  // The trigger's own device was activated above, so this one confirms its runs.
  await deps.hearReceipt({ ...spoken, triggerId: trigger.triggerId });
  return { message: activationStarted(deps, directive.about), outcome: 'receipt' };
}

async function fireByVoice(deps: SkillDeps, directive: AboutTrigger, spoken: VoiceCommand): Promise<Answered> {
  const outcome = await fireUnlessRunning(deps, spoken);
  if (outcome === 'notFound') return errorAnswer(deps, directive, 'NO_SUCH_ENDPOINT');
  const error = outcome === 'twice' ? undefined : outcomes[outcome].voiceError;
  return error
    ? { ...errorAnswer(deps, directive, error), outcome }
    : { message: activationStarted(deps, directive.about), outcome };
}

/** Returns `twice` if the same directive is already running. */
async function fireUnlessRunning(deps: SkillDeps, spoken: VoiceCommand): Promise<Outcome | 'notFound' | 'twice'> {
  try {
    return await deps.fire(spoken);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'trigger.notFound') return 'notFound';
    if (error instanceof Refusal && error.code === 'trigger.alreadyRunning') return 'twice';
    throw error;
  }
}

// An authorization error makes Alexa drop the account link, so only Amazon's own refusal leads to one.
async function userOf(
  { tokenToUser }: SkillDeps,
  token: string,
): Promise<Extract<TokenUser, { outcome: 'user' }> | { error: AlexaErrorType }> {
  const user = await tokenToUser(token);
  if (user.outcome === 'user') return user;
  return { error: user.outcome === 'refused' ? 'INVALID_AUTHORIZATION_CREDENTIAL' : 'INTERNAL_ERROR' };
}

const errorAnswer = (deps: SkillDeps, { about }: Directive, type: AlexaErrorType): Answered => ({
  message: errorResponse(deps, about, type, errorSentences[type]),
  outcome: type,
});

const notAccepted = (deps: SkillDeps, why: string): Answered => ({
  message: acceptGrantFailed(deps, 'The skill could not be linked. Please try again.'),
  outcome: why,
});
