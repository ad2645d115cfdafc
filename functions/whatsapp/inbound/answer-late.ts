import { lineNameOf } from '#functions/data/items/instance-item.ts';
import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { GroupFactsStore } from '#functions/data/whatsapp/group-facts-store.ts';
import type { SeenUsage } from '#functions/data/whatsapp/group-limit-store.ts';
import type { GroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { CallResult, LineRef } from '#functions/providers/whatsapp/gateway.ts';
import { answerOf } from '#shared/rules/execution/receipts.ts';
import { answerSigns } from '#shared/rules/group-commands/answer-signs.ts';
import { wordAnswer } from '#shared/rules/group-commands/answers.ts';

import { effectiveNumberOf, isStillLinked } from '../lines/effective-number.ts';
import { checkLimits, type GroupLimitDeps } from './check-limits.ts';
import { holdMs } from './deadlines.ts';
import type { ReplyDeps } from './reply-in-group.ts';

export type AnswerLateDeps = GroupLimitDeps &
  Pick<ReplyDeps, 'gateways' | 'users' | 'log'> & {
    messages: Pick<GroupMessageStore, 'find' | 'take' | 'release' | 'keepOwn'>;
    groups: Pick<GroupStore, 'findLock'>;
    facts: Pick<GroupFactsStore, 'facts'>;
    receipts: Pick<ReceiptStore, 'find'>;
    metrics: Metrics;
  };

type Entry = EntryOf<'lateAnswer'>;

/** Where to answer. There is none if the group, the number or the trigger has changed since the command. */
type Place = {
  line: LineRef;
  groupJid: string;
  groupId: number;
  replyHandle: string;
  userId: string;
  trigger: TriggerItem;
  usage: SeenUsage;
};

type Said = 'said' | 'notSaid' | { again: string };

/** The time to reserve for one answer. */
const answerMs = 12_000;
const callMs = 10_000;
/** An hour after the run was closed, the group no longer expects an answer. */
const tooLateMs = 3600_000;

/**
 * Reacts with ✅ if the routine confirmed late. This replaces ☑, or follows the text about a run with an unknown
 * outcome. Sends one text if a sent run was closed without a confirmation.
 */
export async function answerLate(deps: AnswerLateDeps, entries: readonly Entry[], deadline: Deadline): Promise<Work> {
  const failures: string[] = [];
  for (const entry of entries) {
    if (deadline.left() < answerMs) return { outcome: 'more' };
    const said = await answer(deps, entry, deadline);
    if (typeof said === 'object') failures.push(said.again);
  }
  const [failure] = failures;
  return failure === undefined ? { outcome: 'done', writes: [] } : { outcome: 'retry', failure };
}

async function answer(deps: AnswerLateDeps, entry: Entry, deadline: Deadline): Promise<Said> {
  const { instanceId, messageId, triggerId, at, executionId, closedAt } = entry;
  const msSince = (time: string): number => deps.now().getTime() - Date.parse(time);
  if (msSince(closedAt) > tooLateMs) return 'notSaid';
  const message = await deps.messages.find(instanceId, messageId);
  // The process that runs the command reacts before it stores the result.
  if (message?.state === 'claimed' && msSince(at) < holdMs) return { again: 'underWay' };
  const { firing } = message ?? {};
  if (!firing?.awaits || firing.executionId !== executionId) return 'notSaid';
  const place = await placeOf(deps, entry, { groupJid: firing.groupJid, ...firing.awaits }, deadline);
  const run = place && (await deps.receipts.find({ triggerId, at, id: executionId }));
  if (!place || !run) return 'notSaid';
  if (run.ranMs !== undefined) return confirm(deps, entry, place);
  const { receipt } = place.trigger;
  const isAwaited = receipt !== undefined && receipt.since <= at;
  return isAwaited && answerOf(run, deps.now()) === 'none' ? replyUnconfirmed(deps, entry, place) : 'notSaid';
}

async function placeOf(
  { groups, facts }: AnswerLateDeps,
  { workspaceId, instanceId, triggerId }: Entry,
  { groupJid, groupId, replyHandle }: Pick<Place, 'groupJid' | 'groupId' | 'replyHandle'>,
  deadline: Deadline,
): Promise<Place | undefined> {
  const lock = await groups.findLock(instanceId, groupJid);
  if (lock?.groupId !== groupId || lock.workspaceId !== workspaceId) return undefined;
  const { row, rootRow, trigger, usage } = await facts.facts({ lock, triggerId, withAccess: false, deadline });
  if (row?.workspace.status !== 'ATIVO' || !trigger) return undefined;
  const number = effectiveNumberOf(row, rootRow);
  const { shardId } = number.root?.instance ?? {};
  if (!number.root || shardId === undefined || number.chipStatus !== 'CONNECTED') return undefined;
  if (!isStillLinked(lock, number)) return undefined;
  const line = { shardId, lineName: lineNameOf(number.root.instance) };
  return { line, groupJid, groupId, replyHandle, userId: row.workspace.userId, trigger, usage };
}

async function confirm(deps: AnswerLateDeps, entry: Entry, place: Place): Promise<Said> {
  const { line, replyHandle } = place;
  const reacted = await deps.gateways
    .of(line.shardId)
    .react(line, replyHandle, answerSigns.done, { timeoutMs: callMs });
  return finishAnswer(deps, entry, place, { result: 'ran', said: 'reacted', answered: reacted });
}

/** Claims the message before sending it. If this process dies in between, the next one sends it with the same id. */
async function replyUnconfirmed(deps: AnswerLateDeps, entry: Entry, place: Place): Promise<Said> {
  const { messages, newId } = deps;
  const { instanceId, executionId } = entry;
  const { line, groupJid: jid, replyHandle, trigger, usage } = place;
  const gateway = deps.gateways.of(line.shardId);
  const messageId = gateway.newMessageId(executionId);
  const claim = { instanceId, messageId: messageId ?? executionId, claimId: newId(), fires: false };
  const claimed = await messages.take(claim, holdMs);
  if (claimed === 'running') return { again: 'underWay' };
  if (claimed === 'over') return 'notSaid';
  const { outcome } = await checkLimits(deps, { instanceId, jid }, { kind: 'confirm' }, usage);
  if (outcome !== 'go') return 'notSaid';
  const { language = 'en' } = (await deps.users.find(place.userId)) ?? {};
  const text = wordAnswer({ kind: 'unconfirmed', trigger: trigger.name }, language);
  const options = { replyTo: replyHandle, timeoutMs: callMs, ...(messageId !== undefined && { messageId }) };
  const sent = await gateway.sendText(line, jid, text, options);
  const isOver = sent.outcome === 'ok' || !sent.error.retryable;
  if (isOver) await messages.keepOwn(instanceId, claim.messageId);
  else await messages.release(claim);
  if (sent.outcome === 'ok' && sent.sent.messageId !== claim.messageId) {
    await messages.keepOwn(instanceId, sent.sent.messageId);
  }
  return finishAnswer(deps, entry, place, { result: 'unconfirmed', said: 'sent', answered: sent });
}

/** Retries only errors that are safe to retry: a message that may have arrived is not sent again. */
function finishAnswer(
  { log, metrics, now }: AnswerLateDeps,
  { workspaceId, instanceId, executionId, at }: Entry,
  { groupId }: Place,
  { result, said, answered }: { result: string; said: string; answered: CallResult },
): Said {
  const error = answered.outcome === 'failed' ? answered.error : undefined;
  const ms = now().getTime() - Date.parse(at);
  const ids = { workspaceId, instanceId, groupId, executionId };
  log('group.answered', { ...ids, kind: 'late', result, said: error?.code ?? said, ms });
  metrics({ GroupAnswers: 1 }, { kind: 'late', said: error?.code ?? said });
  if (!error) return 'said';
  return error.retryable ? { again: error.code } : 'notSaid';
}
