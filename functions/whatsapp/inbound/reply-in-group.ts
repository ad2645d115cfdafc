import type { UserItem } from '#functions/data/people/user-store.ts';
import type { GroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';
import { wordAnswer, type GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { answerLanguage, languageOf } from '#shared/rules/group-commands/own-words.ts';
import type { Language } from '#shared/rules/language.ts';

import type { CommandContext } from './command-context.ts';
import { answerDeadline } from './deadlines.ts';

export type ReplyDeps = {
  gateways: Pick<WhatsAppGateways, 'of'>;
  messages: Pick<GroupMessageStore, 'keepOwn'>;
  users: { find(userId: string): Promise<UserItem | undefined> };
  log: Log;
  now: () => Date;
};

/** An answer that can be told from what people write before it is sent; nothing where the gateway chooses ids. */
export type AnswerId = { messageId: string | undefined; kept: Promise<void> };

/** Keeps the id of an answer that is to come, while that is still being made. */
export function prepareAnswer(deps: ReplyDeps, context: CommandContext): AnswerId {
  const messageId = deps.gateways.of(context.line.shardId).newMessageId();
  return { messageId, kept: messageId === undefined ? Promise.resolve() : keep(deps, context, messageId) };
}

/** An answer that is not known as ours is still no command: it came from the gateway, and begins with a sign. */
const keep = ({ messages, log }: ReplyDeps, { line, requestId }: CommandContext, messageId: string): Promise<void> =>
  messages
    .keepOwn(line.instanceId, messageId)
    .catch((cause: unknown) => log('group.claimNotKept', { requestId, instanceId: line.instanceId }, cause));

/** `sent`, or why the gateway did not do it. */
export type ReplyOutcome = 'sent' | 'tooLate' | GatewayError['code'];

/** Answers a message in its group, quoting it, in the language of its word or of the workspace's owner. */
export async function replyInGroup(
  deps: ReplyDeps,
  context: CommandContext,
  answer: GroupAnswer,
  own: AnswerId,
): Promise<ReplyOutcome> {
  const { line, message } = context;
  const text = wordAnswer(answer, await languageFor(deps, context, answer));
  await own.kept;
  const timeoutMs = answerDeadline(deps, context).left();
  if (timeoutMs === 0) return 'tooLate';
  const { messageId } = own;
  const options = { replyTo: message.replyHandle, timeoutMs, ...(messageId !== undefined && { messageId }) };
  const reply = await deps.gateways.of(line.shardId).sendText(line, message.groupJid, text, options);
  if (reply.outcome === 'failed') return reply.error.code;
  if (reply.sent.messageId !== messageId) await keep(deps, context, reply.sent.messageId);
  return 'sent';
}

async function languageFor(deps: ReplyDeps, context: CommandContext, { kind }: GroupAnswer): Promise<Language> {
  const { command: asked } = context;
  const word = asked.kind === 'own' ? asked.word : undefined;
  const fixed = word && languageOf(word);
  // A name and a sign are the same in every language.
  if (fixed !== undefined || kind === 'fired') return fixed ?? 'en';
  const owners = (await ownersLanguage(deps, context)) ?? 'en';
  return word ? answerLanguage(word, owners) : owners;
}

/** An answer in another language is better than none. */
const ownersLanguage = (
  { users, log }: ReplyDeps,
  { facts, requestId }: CommandContext,
): Promise<Language | undefined> =>
  users.find(facts.row.workspace.userId).then(
    (user) => user?.language,
    (cause: unknown) => {
      log('inbound.busy', { requestId }, cause);
      return undefined;
    },
  );
