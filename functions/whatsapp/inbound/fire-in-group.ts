import { refusalFor } from '#functions/platform/http/answer.ts';
import { deadlineAt } from '#functions/platform/time/deadline.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { Execution, RunRequest } from '#functions/triggers/execution/run.ts';
import { isFailed } from '#shared/rules/execution/outcomes.ts';
import { answerSigns } from '#shared/rules/group-commands/answer-signs.ts';
import type { GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { senderName } from '#shared/rules/group-commands/sender-name.ts';
import type { Failure } from '#shared/rules/group-commands/texts.ts';

import type { CommandContext } from './command-context.ts';
import { hourglassMs } from './deadlines.ts';

export type FireDeps = {
  execute: (request: RunRequest) => Promise<Execution>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  now: () => Date;
};

/** `name`: for a trigger that has been deleted. */
type FireInput = { triggerId: string; name: string };

/** `unexpected`: a bug, for the log. `cleanUp`: takes the hourglass back. */
export type RunResult = {
  answer: GroupAnswer;
  result: string;
  executionId?: string;
  unexpected?: unknown;
  cleanUp?: Promise<void>;
};

/** Never throws. After two seconds an hourglass shows on the message until the run ends. */
export async function fireInGroup(deps: FireDeps, context: CommandContext, input: FireInput): Promise<RunResult> {
  const firing = fire(deps, context, input);
  const patience = deadlineAt(deps.now, context.startedAt.getTime() + hourglassMs);
  const result = await patience.within<RunResult | undefined>(firing, () => undefined);
  if (result) return result;
  const shown = react(deps, context, answerSigns.slow);
  const late = await firing;
  return { ...late, cleanUp: shown.then(() => react(deps, context, '')) };
}

/** Best effort. */
async function react(deps: FireDeps, context: CommandContext, emoji: string): Promise<void> {
  const { line, message } = context;
  const timeoutMs = context.answerDeadline.left();
  if (timeoutMs > 0) await deps.gateways.of(line.shardId).react(line, message.replyHandle, emoji, { timeoutMs });
}

async function fire(
  { execute }: FireDeps,
  context: CommandContext,
  { triggerId, name }: FireInput,
): Promise<RunResult> {
  const { lock, message, startedAt, requestId, facts } = context;
  const who = senderName(message.sender.displayName);
  const trigger = facts.trigger?.name ?? name;
  const failed = (failure: Failure, unexpected?: unknown): RunResult => ({
    answer: { kind: 'failed', trigger, failure },
    result: failure,
    ...(unexpected !== undefined && { unexpected }),
  });
  if (facts.trigger?.link !== lock.link) return failed('gone');
  try {
    const run = await execute({
      channel: 'group',
      workspaceId: lock.workspaceId,
      triggerId,
      startedAt,
      requestId,
      mayFire: ({ link }) => link?.number === lock.link,
      ...(who !== undefined && { who }),
    });
    return { ...worded(run, trigger, who), result: run.outcome, executionId: run.executionId };
  } catch (error) {
    // The pipeline throws only before it fires; after a bug that is not certain.
    const { code } = refusalFor(error);
    if (code === 'server.failed') return failed('unknown', error);
    return failed(code === 'trigger.notFound' ? 'gone' : 'busy');
  }
}

function worded(
  { outcome, skillIsOff }: Execution,
  trigger: string,
  who: string | undefined,
): Pick<RunResult, 'answer'> {
  if (!isFailed(outcome)) return { answer: { kind: 'fired', trigger, who } };
  if (outcome === 'planRequired') return { answer: { kind: 'planNeeded' } };
  const failure = outcome === 'reinstallSkill' && skillIsOff ? 'skillOff' : outcome;
  return { answer: { kind: 'failed', trigger, failure } };
}
