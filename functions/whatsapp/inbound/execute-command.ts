import type { GroupClaim, GroupRun } from '#functions/data/whatsapp/group-message-store.ts';
import { busy } from '#functions/platform/deadline.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { applyLimits, type LimitedAction } from '#shared/rules/group-commands/limits.ts';
import { senderName } from '#shared/rules/group-commands/sender-name.ts';

import { answerOwnWord, type OwnWordDeps } from './answer-own-word.ts';
import { checkLimits, type GroupLimitDeps } from './check-limits.ts';
import { releaseClaim, settled, claimMessage, type ClaimDeps } from './claim-message.ts';
import type { CommandContext } from './command-context.ts';
import { answerDeadline, executionDeadline } from './deadlines.ts';
import { fireInGroup, type Fired, type FireDeps } from './fire-in-group.ts';
import type { DeliveryOutcome } from './receive-delivery.ts';
import { prepareAnswer, replyInGroup, type AnswerId, type ReplyDeps } from './reply-in-group.ts';

export type ExecuteCommandDeps = GroupLimitDeps & FireDeps & ReplyDeps & OwnWordDeps & ClaimDeps & { metrics: Metrics };

/**
 * Does what a message asks for, once: it is claimed by its id before anything that somebody could notice, and what fires
 * a trigger is never begun anew. A delivery that comes after the death of an earlier one says that nobody knows.
 */
export async function executeCommand(deps: ExecuteCommandDeps, context: CommandContext): Promise<DeliveryOutcome> {
  const turn = turnOf(context);
  // What would only be silence needs no claim; but a command that came too often must not come back later.
  if (turn.kind !== 'command' && isSilence(deps, context, turn)) return 'ignored';
  const { line, message } = context;
  const fires = turn.kind === 'command' && context.command.kind === 'fire';
  const claim = { instanceId: line.instanceId, messageId: message.messageId, claimId: deps.newId(), fires };
  const claimed = await claimMessage(deps, context, claim);
  if (claimed === 'running') return 'running';
  if (claimed === 'over') return 'ignored';
  const done = await actInTurn(deps, context, claim, claimed === 'lost' ? { kind: 'confirm' } : turn);
  return done ? finish(deps, context, claim, done) : 'ignored';
}

function turnOf({ command: asked, features, message }: CommandContext): LimitedAction {
  const id = shortHash(message.messageId);
  if (!features.has('whatsappCommands')) return { kind: 'planNotice', id };
  if (asked.kind === 'suggest') return { kind: 'suggestion', id };
  const by = shortHash(message.sender.id);
  return { kind: 'command', by, id, ...(asked.kind === 'fire' && { triggerId: asked.triggerId }) };
}

const shortHash = (text: string): string => hashOf(text).slice(0, 12);

const isSilence = ({ now }: ExecuteCommandDeps, { facts }: CommandContext, turn: LimitedAction): boolean =>
  applyLimits(facts.usage.turns, turn, now().getTime()).verdict === 'silent';

/** What was done, and how it is called in the log. */
type Done = { kind: string; answer: GroupAnswer; result: string; executionId?: string; own: AnswerId } & Pick<
  Fired,
  'surprise' | 'tidying'
>;

async function actInTurn(
  deps: ExecuteCommandDeps,
  context: CommandContext,
  claim: GroupClaim,
  turn: LimitedAction,
): Promise<Done | undefined> {
  const { line, message, facts } = context;
  try {
    const group = { instanceId: line.instanceId, jid: message.groupJid };
    const verdict = await executionDeadline(deps, context).within(checkLimits(deps, group, turn, facts.usage), busy);
    if (verdict.verdict === 'silent') {
      await settled(deps, context, deps.messages.finish(claim));
      return undefined;
    }
    const own = prepareAnswer(deps, context);
    if (verdict.verdict === 'go') return { ...(await act(deps, context, turn)), own };
    const { limit } = verdict;
    return { kind: 'tooMuch', answer: { kind: 'tooMuch', limit }, result: limit, own };
  } catch (cause) {
    // Whatever fires says by itself what came of it, so nothing was fired here. What may have fired before stays claimed.
    await releaseClaim(deps, context, claim);
    throw cause;
  }
}

async function act(deps: ExecuteCommandDeps, context: CommandContext, turn: LimitedAction): Promise<Omit<Done, 'own'>> {
  const { command: asked, facts } = context;
  if (turn.kind === 'confirm') return { kind: 'confirm', answer: { kind: 'couldNotConfirm' }, result: 'unknown' };
  if (turn.kind === 'planNotice') return { kind: 'plan', answer: { kind: 'planNeeded' }, result: 'planRequired' };
  if (asked.kind === 'fire') return { kind: 'fire', ...(await fireInGroup(deps, context, asked)) };
  if (asked.kind === 'suggest') {
    const trigger = facts.trigger?.name ?? '';
    return { kind: 'suggest', answer: { kind: 'didYouMean', trigger }, result: 'suggested' };
  }
  const { command } = asked.word;
  const answer = await answerOwnWord(deps, command, context);
  return { kind: command, answer, result: answer.kind };
}

/** Answers, keeps what was done, and writes one line about it. */
async function finish(
  deps: ExecuteCommandDeps,
  context: CommandContext,
  claim: GroupClaim,
  done: Done,
): Promise<DeliveryOutcome> {
  const said = await say(deps, context, done);
  // Not before: whoever dies here may leave two answers behind, but never none.
  await settled(deps, context, Promise.all([deps.messages.finish(claim, firingOf(context, done)), done.tidying]));
  const { line, lock, startedAt, requestId, deliveryId } = context;
  const ids = { workspaceId: lock.workspaceId, instanceId: line.instanceId, groupId: lock.groupId };
  const { kind, result, executionId } = done;
  const ms = deps.now().getTime() - startedAt.getTime();
  deps.log('group.answered', { requestId, deliveryId, ...ids, kind, result, said, executionId, ms });
  if (done.surprise !== undefined) deps.log('group.failed', { requestId, ...ids, kind }, done.surprise);
  deps.metrics({ GroupAnswers: 1, GroupAnswerMs: ms }, { kind, said });
  return 'done';
}

async function say(deps: ExecuteCommandDeps, context: CommandContext, { answer, own }: Done): Promise<string> {
  const saying = replyInGroup(deps, context, answer, own);
  try {
    return await answerDeadline(deps, context).within<string>(saying, () => 'tooLate');
  } catch (cause) {
    deps.log('group.failed', { requestId: context.requestId, instanceId: context.line.instanceId }, cause);
    return 'failed';
  }
}

function firingOf(
  { command: asked, lock, message }: CommandContext,
  { kind, result, executionId }: Done,
): GroupRun | undefined {
  if (kind !== 'fire' || asked.kind !== 'fire') return undefined;
  const name = senderName(message.sender.displayName);
  return {
    source: 'whatsapp',
    workspaceId: lock.workspaceId,
    groupJid: message.groupJid,
    messageId: message.messageId,
    senderId: message.sender.id,
    ...(name !== undefined && { senderName: name }),
    triggerId: asked.triggerId,
    ...(executionId !== undefined && { executionId }),
    result,
  };
}
