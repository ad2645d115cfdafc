import type { GroupRun } from '#functions/data/whatsapp/group-message-store.ts';
import { senderName } from '#shared/rules/group-commands/sender-name.ts';

import { answerOwnWord, type OwnWordDeps } from './answer-own-word.ts';
import type { CommandContext } from './command-context.ts';
import type { Decision } from './decide.ts';
import { fireInGroup, type FireDeps, type RunResult } from './fire-in-group.ts';
import { prepareAnswer, replyInGroup, type ReplyDeps } from './reply-in-group.ts';

export type PerformDeps = FireDeps & ReplyDeps & OwnWordDeps;

/** `name`: for the log. `replied`: what became of the answer. */
export type Result = RunResult & { name: string; replied: string; run?: GroupRun | undefined };

/** Throws only before anything was fired. */
export async function perform(
  deps: PerformDeps,
  context: CommandContext,
  decision: Decision,
): Promise<Result | undefined> {
  if (decision.kind === 'ignore') return undefined;
  const answerId = prepareAnswer(deps, context);
  const done = await act(deps, context, decision);
  const replied = await replyInGroup(deps, context, done.answer, answerId);
  return { ...done, replied, ...(decision.kind === 'fire' && { run: runOf(context, decision.triggerId, done) }) };
}

async function act(
  deps: PerformDeps,
  context: CommandContext,
  decision: Exclude<Decision, { kind: 'ignore' }>,
): Promise<RunResult & { name: string }> {
  if (decision.kind === 'answer') return decision;
  if (decision.kind === 'fire') return { name: 'fire', ...(await fireInGroup(deps, context, decision)) };
  const { command } = decision;
  const answer = await answerOwnWord(deps, command, context);
  return { name: command, answer, result: answer.kind };
}

function runOf({ lock, message }: CommandContext, triggerId: string, { result, executionId }: RunResult): GroupRun {
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
  };
}
