import type { GroupClaim, GroupFiring } from '#functions/data/whatsapp/group-message-store.ts';
import { busy } from '#functions/platform/deadline.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import type { GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { takeTurn, type Turn } from '#shared/rules/group-commands/limits.ts';
import { senderName } from '#shared/rules/group-commands/sender-name.ts';

import { answerOwnWord, type OwnWordDeps } from './answer-own-word.ts';
import { askLimits, type LimitDeps } from './check-limits.ts';
import { letGo, settled, takeMessage, type ClaimDeps } from './claim-message.ts';
import type { Hearing } from './command-context.ts';
import { answerMs, doorMs, leftMs } from './deadlines.ts';
import { fireInGroup, type Fired, type FireDeps } from './fire-in-group.ts';
import type { Received } from './receive-delivery.ts';
import { prepareAnswer, sayInGroup, type OwnId, type VoiceDeps } from './reply-in-group.ts';

export type CarryDeps = LimitDeps & FireDeps & VoiceDeps & OwnWordDeps & ClaimDeps & { metrics: Metrics };

/**
 * Does what a message asks for, once: it is claimed by its id before anything that somebody could notice, and what fires
 * a trigger is never begun anew. A delivery that comes after the death of an earlier one says that nobody knows.
 */
export async function carryOut(deps: CarryDeps, hearing: Hearing): Promise<Received> {
  const turn = turnOf(hearing);
  // What would only be silence needs no claim; but a command that came too often must not come back later.
  if (turn.kind !== 'command' && isSilence(deps, hearing, turn)) return 'ignored';
  const { line, message } = hearing;
  const fires = turn.kind === 'command' && hearing.asked.kind === 'fire';
  const claim = { instanceId: line.instanceId, messageId: message.messageId, claimId: deps.newId(), fires };
  const claimed = await takeMessage(deps, hearing, claim);
  if (claimed === 'running') return 'running';
  if (claimed === 'over') return 'ignored';
  const done = await actInTurn(deps, hearing, claim, claimed === 'lost' ? { kind: 'confirm' } : turn);
  return done ? finish(deps, hearing, claim, done) : 'ignored';
}

function turnOf({ asked, features, message }: Hearing): Turn {
  const id = shortHash(message.messageId);
  if (!features.has('whatsappCommands')) return { kind: 'planNotice', id };
  if (asked.kind === 'suggest') return { kind: 'suggestion', id };
  const by = shortHash(message.sender.id);
  return { kind: 'command', by, id, ...(asked.kind === 'fire' && { triggerId: asked.triggerId }) };
}

const shortHash = (text: string): string => hashOf(text).slice(0, 12);

const isSilence = ({ now }: CarryDeps, { facts }: Hearing, turn: Turn): boolean =>
  takeTurn(facts.turns.turns, turn, now().getTime()).verdict === 'silent';

/** What was done, and how it is called in the log. */
type Done = { kind: string; answer: GroupAnswer; result: string; executionId?: string; own: OwnId } & Pick<
  Fired,
  'surprise' | 'tidying'
>;

async function actInTurn(deps: CarryDeps, hearing: Hearing, claim: GroupClaim, turn: Turn): Promise<Done | undefined> {
  const { line, message, facts } = hearing;
  try {
    const group = { instanceId: line.instanceId, jid: message.groupJid };
    const verdict = await withTimeout(leftMs(deps, hearing, doorMs), askLimits(deps, group, turn, facts.turns), busy);
    if (verdict.verdict === 'silent') {
      await settled(deps, hearing, deps.messages.finish(claim));
      return undefined;
    }
    const own = prepareAnswer(deps, hearing);
    if (verdict.verdict === 'go') return { ...(await act(deps, hearing, turn)), own };
    const { limit } = verdict;
    return { kind: 'tooMuch', answer: { kind: 'tooMuch', limit }, result: limit, own };
  } catch (cause) {
    // Whatever fires says by itself what came of it, so nothing was fired here. What may have fired before stays claimed.
    await letGo(deps, hearing, claim);
    throw cause;
  }
}

async function act(deps: CarryDeps, hearing: Hearing, turn: Turn): Promise<Omit<Done, 'own'>> {
  const { asked, facts } = hearing;
  if (turn.kind === 'confirm') return { kind: 'confirm', answer: { kind: 'couldNotConfirm' }, result: 'unknown' };
  if (turn.kind === 'planNotice') return { kind: 'plan', answer: { kind: 'planNeeded' }, result: 'planRequired' };
  if (asked.kind === 'fire') return { kind: 'fire', ...(await fireInGroup(deps, hearing, asked)) };
  if (asked.kind === 'suggest') {
    const trigger = facts.trigger?.name ?? '';
    return { kind: 'suggest', answer: { kind: 'didYouMean', trigger }, result: 'suggested' };
  }
  const { command } = asked.word;
  const answer = await answerOwnWord(deps, command, hearing);
  return { kind: command, answer, result: answer.kind };
}

/** Answers, keeps what was done, and writes one line about it. */
async function finish(deps: CarryDeps, hearing: Hearing, claim: GroupClaim, done: Done): Promise<Received> {
  const said = await say(deps, hearing, done);
  // Not before: whoever dies here may leave two answers behind, but never none.
  await settled(deps, hearing, Promise.all([deps.messages.finish(claim, firingOf(hearing, done)), done.tidying]));
  const { line, lock, startedAt, requestId, deliveryId } = hearing;
  const ids = { workspaceId: lock.workspaceId, instanceId: line.instanceId, groupId: lock.groupId };
  const { kind, result, executionId } = done;
  const ms = deps.now().getTime() - startedAt.getTime();
  deps.log('group.answered', { requestId, deliveryId, ...ids, kind, result, said, executionId, ms });
  if (done.surprise !== undefined) deps.log('group.failed', { requestId, ...ids, kind }, done.surprise);
  deps.metrics({ GroupAnswers: 1, GroupAnswerMs: ms }, { kind, said });
  return 'done';
}

async function say(deps: CarryDeps, hearing: Hearing, { answer, own }: Done): Promise<string> {
  const saying = sayInGroup(deps, hearing, answer, own);
  try {
    return await withTimeout<string>(leftMs(deps, hearing, doorMs + answerMs), saying, () => 'tooLate');
  } catch (cause) {
    deps.log('group.failed', { requestId: hearing.requestId, instanceId: hearing.line.instanceId }, cause);
    return 'failed';
  }
}

function firingOf({ asked, lock, message }: Hearing, { kind, result, executionId }: Done): GroupFiring | undefined {
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
