import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod/mini';

import { triggerIdOf } from '#functions/data/items/trigger-item.ts';
import { parameters } from '#functions/platform/http/parameters.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { idText } from '#shared/contracts/fields.ts';
import type { runReply } from '#shared/contracts/webhook.ts';
import { Refusal } from '#shared/refusals.ts';
import { failureText } from '#shared/rules/execution/failure-text.ts';
import { outcomes, type Outcome } from '#shared/rules/execution/outcomes.ts';
import { acceptedLanguage, type Language } from '#shared/rules/language.ts';
import { delayMs } from '#shared/rules/schedule/delay.ts';

import { answeredWith, callerAddress, type AnsweredDeps } from './answered-with.ts';
import type { Check } from './check-trigger.ts';
import type { RunRequest } from './execution/run.ts';
import { fireAndAwait, type FireAndAwaitDeps, type Fired } from './fire-and-await.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { isPreview } from './link-previews.ts';
import type { PlanByWebhook } from './plan-by-webhook.ts';
import type { WantedRun } from './receipts/read-run.ts';
import { callersBySignature } from './signed-caller.ts';
import { asFirstAllowed, callersByToken, type WebhookCaller } from './webhook-caller.ts';
import { jsonResult, runResult } from './webhook-reply.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export type WebhookDeps = FireAndAwaitDeps &
  AnsweredDeps & {
    check: Check;
    planByWebhook: PlanByWebhook;
    appUrl: string;
    /** Page of the skill in the store of the language; undefined if the stage has none. */
    skillPage: (language: Language) => string | undefined;
    readRun: (wanted: WantedRun) => Promise<z.output<typeof runReply>>;
    seal: Pick<Seal, 'open'>;
  };

/**
 * Only a signature needs the body, so API Gateway's limit is its only limit. A caller needs the workspace's token or an
 * access key, which may sign. A caller without either learns nothing.
 */
export const answerWebhook = (deps: WebhookDeps, event: Event): Promise<Result> =>
  answeredWith(deps, event, () => answer(deps, event));

async function answer(deps: WebhookDeps, event: Event): Promise<Result> {
  const startedAt = deps.now();
  const address = await callerAddress(deps, event);
  if (isPreview(event)) return { statusCode: 204 };
  const workspaceId = idText.safeParse(event.pathParameters?.['workspaceId']).data;
  // A pasted address may end with a space or an invisible character, and an encoded one contains its query in the path.
  const [, deviceId = '', query = ''] = event.pathParameters?.['deviceId']?.match(/([\w-]+)\W?(.*)/s) ?? [];
  const triggerId = triggerIdOf(deviceId);
  if (workspaceId === undefined || triggerId === undefined) throw new Refusal('trigger.notFound');

  const target = { workspaceId, triggerId, now: startedAt };
  const asked = { ...event, rawQueryString: `${query}&${event.rawQueryString}` };
  const callers = [...callersByToken(asked, target), ...callersBySignature(deps, asked, target)];
  return asFirstAllowed(callers, (caller) => answerCaller(deps, asked, { ...target, address }, caller));
}

type Place = { workspaceId: number; triggerId: string; now: Date; address: string | undefined };

async function answerCaller(
  deps: WebhookDeps,
  event: Event,
  { workspaceId, triggerId, now: startedAt, address }: Place,
  { mayFire, mayRead, messageId, ...caller }: WebhookCaller,
): Promise<Result> {
  const executionId = event.pathParameters?.['executionId'];
  if (executionId !== undefined) {
    return jsonResult(await deps.readRun({ workspaceId, triggerId, executionId, mayRead, ...caller }));
  }
  const { requestId } = event.requestContext;
  const from = { ...caller, ...(address !== undefined && { address }) };
  const request: RunRequest = { channel: 'webhook', workspaceId, triggerId, startedAt, requestId, mayFire, ...from };
  const delay = delayOf(event);
  if (isDryRun(event)) return jsonResult(await deps.check(request, { fire: false }));
  const key = idempotencyKey(event, messageId);
  if (delay !== undefined) {
    return jsonResult(await deps.planByWebhook(request, { delayMs: delay, key }), 202);
  }
  return webhookResult(deps, { workspaceId, event }, await fireAndAwait(deps, event, request, key));
}

/** Any value except `0` and `false` means that the caller does not want to fire. */
const isDryRun = (event: Event): boolean =>
  parameters(event, 'dryrun').some((value) => !['0', 'false'].includes(value.toLowerCase()));

/** Returns undefined to fire now. Throws `plannedRun.delayInvalid` for an invalid delay, which must not fire. */
function delayOf(event: Event): number | undefined {
  const texts = new Set(parameters(event, 'in'));
  const [delay] = [...texts].map(delayMs);
  if (texts.size > 1 || (texts.size === 1 && delay === undefined)) throw new Refusal('plannedRun.delayInvalid');
  return delay;
}

function webhookResult(
  { appUrl, skillPage: pageFor }: Pick<WebhookDeps, 'appUrl' | 'skillPage'>,
  { workspaceId, event }: { workspaceId: number; event: Event },
  fired: Fired,
): Result {
  const { outcome, ms, skillIsOff, next, replayed } = fired.execution;
  // That page requires a session, so it knows the owner and the store of their language.
  const page = `${appUrl}/amazon-auth?id=${workspaceId}`;
  const executionId = isKept(outcome) ? fired.execution.executionId : undefined;
  return runResult(fired, ({ failure, errorKey }) => {
    const error = failure && failureText(failure, { skillIsOff, page });
    const isFixedThere = failure !== undefined && outcomes[failure].fix === 'activateSkill';
    const skillPage = isFixedThere ? pageFor(acceptedLanguage(event.headers['accept-language'])) : undefined;
    return { outcome, executionId, ms, replayed, error, errorKey, skillPage, nextAt: next?.at, ...fired.answered };
  });
}

/**
 * Ids of other runs cannot be looked up: merged refusals are only counted, and without an account no trigger stores a
 * run.
 */
const isKept = (outcome: Outcome): boolean =>
  !outcomes[outcome].merges && outcome !== 'notLinked' && outcome !== 'workspaceInactive';
