import type { UserItem } from '#functions/data/items/user-item.ts';
import type { GroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';
import { wordAnswer, type GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { answerLanguage, languageOf } from '#shared/rules/group-commands/own-words.ts';
import type { Language } from '#shared/rules/language.ts';

import type { CommandContext } from './command-context.ts';
import { reactWith, type ReactDeps, type ResultSign } from './react-in-group.ts';

export type ReplyDeps = ReactDeps & {
  messages: Pick<GroupMessageStore, 'keepOwn'>;
  users: { find(userId: string): Promise<UserItem | undefined> };
  /** Returns the address of the skill at Amazon for a language; undefined if the stage has none. */
  skillPage: (language: Language) => string | undefined;
  log: Log;
  now: () => Date;
};

/** The id of an answer, which is stored as ours before the answer is sent. */
export type AnswerId = {
  /** Undefined if the gateway chooses ids. */
  messageId: string | undefined;
  kept: Promise<void>;
};

export function prepareAnswer(deps: ReplyDeps, context: CommandContext): AnswerId {
  const messageId = deps.gateways.of(context.line.shardId).newMessageId();
  return { messageId, kept: messageId === undefined ? Promise.resolve() : storeOwnMessage(deps, context, messageId) };
}

/** Only logs a failure: an answer begins with a sign, so it is never read as a command. */
const storeOwnMessage = (
  { messages, log }: ReplyDeps,
  { line, requestId }: CommandContext,
  messageId: string,
): Promise<void> =>
  messages
    .keepOwn(line.instanceId, messageId)
    .catch((cause: unknown) => log('group.claimNotKept', { requestId, instanceId: line.instanceId }, cause));

export type ReplyOutcome =
  | 'sent'
  /** There was nothing to send. */
  | 'notSaid'
  | 'reacted'
  | 'tooLate'
  /** An unexpected error. */
  | 'failed'
  | GatewayError['code'];

/** Never throws. */
export const replyInGroup = (
  deps: ReplyDeps,
  context: CommandContext,
  answer: GroupAnswer,
  answerId: AnswerId,
): Promise<ReplyOutcome> => inTime(deps, context, reply(deps, context, answer, answerId));

/** Shows the result as a reaction, in place of the hourglass. Never throws. */
export const confirmInGroup = (
  deps: ReplyDeps,
  context: CommandContext,
  sign: ResultSign,
  { hourglass = Promise.resolve() }: { hourglass?: Promise<unknown> },
): Promise<ReplyOutcome> =>
  inTime(
    deps,
    context,
    hourglass.then(() => reactWith(deps, context, sign)),
  );

async function inTime(
  deps: Pick<ReplyDeps, 'log'>,
  context: CommandContext,
  replying: Promise<ReplyOutcome>,
): Promise<ReplyOutcome> {
  try {
    return await context.answerDeadline.within<ReplyOutcome>(replying, () => 'tooLate');
  } catch (cause) {
    deps.log('group.failed', { requestId: context.requestId, instanceId: context.line.instanceId }, cause);
    return 'failed';
  }
}

async function reply(
  deps: ReplyDeps,
  context: CommandContext,
  answer: GroupAnswer,
  { messageId, kept }: AnswerId,
): Promise<ReplyOutcome> {
  const { line, message } = context;
  const language = await languageFor(deps, context, answer);
  const text = wordAnswer(answer, language, deps.skillPage(language));
  await kept;
  const timeoutMs = context.answerDeadline.left();
  if (timeoutMs <= 0) return 'tooLate';
  const options = { replyTo: message.replyHandle, timeoutMs, ...(messageId !== undefined && { messageId }) };
  const sent = await deps.gateways.of(line.shardId).sendText(line, message.groupJid, text, options);
  if (sent.outcome === 'failed') return sent.error.code;
  if (sent.sent.messageId !== messageId) await storeOwnMessage(deps, context, sent.sent.messageId);
  return 'sent';
}

async function languageFor(deps: ReplyDeps, context: CommandContext, answer: GroupAnswer): Promise<Language> {
  const { command } = context;
  const word = command.kind === 'own' ? command.word : undefined;
  const fixed = word && languageOf(word);
  if (fixed !== undefined) return fixed;
  // This answer is only a sign and a name, so the language does not matter.
  if (answer.kind === 'fired' && answer.ranMs === undefined) return 'en';
  const owners = (await ownersLanguage(deps, context)) ?? 'en';
  return word ? answerLanguage(word, owners) : owners;
}

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
