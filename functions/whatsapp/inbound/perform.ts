import type { GroupRun } from '#functions/data/whatsapp/group-message-store.ts';
import type { GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { senderName } from '#shared/rules/group-commands/sender-name.ts';

import { answerBuiltInCommand, type BuiltInCommandDeps } from './answer-built-in-command.ts';
import type { CommandContext } from './command-context.ts';
import type { GroupDecision } from './decide.ts';
import { fireInGroup, type FireInGroupDeps, type RunResult } from './fire-in-group.ts';
import { isRefused, removeReaction, type ResultSign } from './react-in-group.ts';
import { confirmInGroup, prepareAnswer, replyInGroup, type ReplyDeps, type ReplyOutcome } from './reply-in-group.ts';

export type PerformDeps = FireInGroupDeps & ReplyDeps & BuiltInCommandDeps;

type Reply = {
  replied: ReplyOutcome;
  /** Set if the reaction was refused, so that a text was sent instead. */
  reaction?: ReplyOutcome;
  /** The removal of the hourglass. */
  cleanUp?: Promise<unknown>;
};

export type Result = RunResult &
  Reply & {
    /** For the log. */
    name: string;
    run?: GroupRun | undefined;
  };

/** Throws only before it fires anything. */
export async function perform(
  deps: PerformDeps,
  context: CommandContext,
  decision: GroupDecision,
): Promise<Result | undefined> {
  if (decision.kind === 'ignore') return undefined;
  const isQuiet = decision.kind === 'fire' && context.lock.successAs === 'reaction';
  // A group whose commands are confirmed by reactions rarely needs a text.
  const answerId = isQuiet ? undefined : prepareAnswer(deps, context);
  const done = await act(deps, context, decision);
  if (done.answer.kind === 'silent') return { ...done, replied: 'notSaid', ...cleanUpFields(deps, context, done) };
  const sign = isQuiet ? signFor(done.answer) : undefined;
  const reaction = sign && (await confirmInGroup(deps, context, sign, done));
  const isSigned = reaction !== undefined && !isRefused(reaction);
  const awaits = isSigned ? sign === 'sent' : isQuiet && done.result === 'unknown';
  const run = decision.kind === 'fire' && { run: runOf(context, decision.triggerId, { ...done, awaits }) };
  if (isSigned) return { ...done, ...run, replied: reaction };
  const cleaning = cleanUpFields(deps, context, done);
  const replied = await replyInGroup(deps, context, done.answer, answerId ?? prepareAnswer(deps, context));
  return { ...done, ...run, replied, ...(reaction && { reaction }), ...cleaning };
}

/** Returns undefined for answers that need a text. */
function signFor(answer: GroupAnswer): ResultSign | undefined {
  if (answer.kind === 'fired') return 'done';
  return answer.kind === 'sent' && !answer.shared ? 'sent' : undefined;
}

function cleanUpFields(deps: PerformDeps, context: CommandContext, { hourglass }: RunResult): Pick<Reply, 'cleanUp'> {
  const cleanUp = hourglass?.then(() => removeReaction(deps, context));
  return cleanUp ? { cleanUp } : {};
}

async function act(
  deps: PerformDeps,
  context: CommandContext,
  decision: Exclude<GroupDecision, { kind: 'ignore' }>,
): Promise<RunResult & { name: string }> {
  if (decision.kind === 'answer') return decision;
  if (decision.kind === 'fire') return { name: 'fire', ...(await fireInGroup(deps, context, decision)) };
  const { command } = decision;
  const answer = await answerBuiltInCommand(deps, command, context);
  return { name: command, answer, result: answer.kind };
}

function runOf(
  { lock, message }: CommandContext,
  triggerId: string,
  { result, executionId, awaits }: RunResult & { awaits: boolean },
): GroupRun {
  const name = senderName(message.sender.displayName);
  return {
    source: 'whatsapp',
    workspaceId: lock.workspaceId,
    groupJid: message.groupJid,
    messageId: message.messageId,
    senderId: message.sender.id,
    ...(name !== undefined && { senderName: name }),
    triggerId,
    ...(executionId !== undefined && { executionId }),
    result,
    ...(awaits && { awaits: { groupId: lock.groupId, replyHandle: message.replyHandle } }),
  };
}
