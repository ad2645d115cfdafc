import type { GroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { personOf } from '#functions/data/whatsapp/person-of.ts';
import { refusalFor } from '#functions/platform/http/answer.ts';
import { deadlineAt } from '#functions/platform/time/deadline.ts';
import type { Execution, RunRequest } from '#functions/triggers/execution/run.ts';
import { awaitAnswer, type AwaitDeps } from '#functions/triggers/receipts/await-answer.ts';
import type { RunAnswer } from '#functions/triggers/receipts/run-answer.ts';
import { isFailed, outcomes } from '#shared/rules/execution/outcomes.ts';
import { whileOff, type GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { senderName } from '#shared/rules/group-commands/sender-name.ts';
import type { GroupFailure } from '#shared/rules/group-commands/texts.ts';
import { dayAt, knownClock } from '#shared/rules/schedule/zone-clock.ts';

import type { CommandContext } from './command-context.ts';
import { hourglassMs } from './deadlines.ts';
import { showHourglass, type ReactDeps } from './react-in-group.ts';

export type FireInGroupDeps = ReactDeps &
  AwaitDeps & {
    execute: (request: RunRequest) => Promise<Execution>;
    people: Pick<GroupPersonStore, 'refused'>;
  };

type FireInput = {
  triggerId: string;
  /** Used in the answer if the trigger has been deleted. */
  name: string;
};

export type RunResult = {
  answer: GroupAnswer;
  result: string;
  executionId?: string;
  /** An unexpected error, for the log. */
  unexpected?: unknown;
  /** Settles when the call that shows the hourglass has ended. */
  hourglass?: Promise<unknown>;
};

/** Never throws. If the run takes longer than two seconds, shows an hourglass on the message until it ends. */
export async function fireInGroup(
  deps: FireInGroupDeps,
  context: CommandContext,
  input: FireInput,
): Promise<RunResult> {
  const firing = fire(deps, context, input);
  const patience = deadlineAt(deps.now, context.startedAt.getTime() + hourglassMs);
  const result = await patience.within<RunResult | undefined>(firing, () => undefined);
  if (result) return result;
  const hourglass = showHourglass(deps, context);
  return { ...(await firing), hourglass };
}

async function fire(
  deps: FireInGroupDeps,
  context: CommandContext,
  { triggerId, name }: FireInput,
): Promise<RunResult> {
  const { line, lock, message, startedAt, requestId, facts } = context;
  const who = senderName(message.sender.displayName);
  const trigger = facts.trigger?.name ?? name;
  const failureResult = (failure: GroupFailure, unexpected?: unknown): RunResult => ({
    answer: { kind: 'failed', trigger, failure },
    result: failure,
    ...(unexpected !== undefined && { unexpected }),
  });
  if (facts.trigger?.link !== lock.link) return failureResult('gone');
  try {
    const run = await deps.execute({
      channel: 'group',
      workspaceId: lock.workspaceId,
      triggerId,
      startedAt,
      requestId,
      mayFire: ({ link }) => link?.number === lock.link,
      person: personOf(lock.workspaceId, message.sender.id),
      ...(who !== undefined && { who }),
      ...(lock.successAs === 'reaction' && {
        command: { instanceId: line.instanceId, messageId: message.messageId },
      }),
    });
    if (run.outcome === 'notYou' && !(await isFirstToday(deps, context, { name: who, executionId: run.executionId }))) {
      return { answer: { kind: 'silent' }, result: run.outcome, executionId: run.executionId };
    }
    const { executionId: id, awaitedSince: at } = run;
    const heard = at === undefined ? undefined : await awaitAnswer(deps, { triggerId, at, id }, context.deadline);
    return { answer: groupAnswer(run, heard, { trigger, who }), result: run.outcome, executionId: run.executionId };
  } catch (error) {
    // The pipeline throws refusals only before it fires. After any other error, the outcome is unknown.
    const { code } = refusalFor(error);
    if (code === 'server.failed') return failureResult('unknown', error);
    return failureResult(code === 'trigger.notFound' ? 'gone' : 'busy');
  }
}

function groupAnswer(
  { outcome, skillIsOff, next }: Execution,
  heard: RunAnswer | undefined,
  { trigger, who }: { trigger: string; who: string | undefined },
): GroupAnswer {
  if (heard?.ranMs !== undefined) return { kind: 'fired', trigger, who, ranMs: heard.ranMs };
  if (outcomes[outcome].fix === 'plan') return { kind: 'planNeeded' };
  if (isFailed(outcome)) {
    return {
      kind: 'failed',
      trigger,
      failure: skillIsOff ? whileOff(outcome) : outcome,
      next,
    };
  }
  return heard ? { kind: 'sent', trigger, shared: heard.answer === 'shared' } : { kind: 'fired', trigger, who };
}

/**
 * Whether this is the member's first refusal today, by the workspace's time zone: only that one is answered. Also
 * stores the member, so that the owner can select them in the trigger's conditions.
 */
function isFirstToday(
  { people, now }: FireInGroupDeps,
  { lock, message, facts }: CommandContext,
  { name, executionId }: { name: string | undefined; executionId: string },
): Promise<boolean> {
  const at = now();
  const day = dayAt(knownClock(facts.row.workspace.timeZone ?? 'UTC'), at.getTime());
  return people.refused(lock.workspaceId, {
    person: personOf(lock.workspaceId, message.sender.id),
    name,
    seenAt: at.toISOString(),
    told: { groupId: lock.groupId, day, executionId },
  });
}
