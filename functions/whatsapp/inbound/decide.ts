import { hashOf } from '#functions/platform/hashes.ts';
import type { GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import type { LimitDecision, LimitedAction } from '#shared/rules/group-commands/limits.ts';
import type { BuiltInCommand } from '#shared/rules/group-commands/own-words.ts';

import type { CommandContext } from './command-context.ts';
import type { ClaimState } from './with-claim.ts';

/** Names and results are only logged. */
export type GroupDecision =
  | { kind: 'ignore' }
  | { kind: 'fire'; triggerId: string; name: string }
  | { kind: 'own'; command: BuiltInCommand }
  | { kind: 'answer'; name: string; answer: GroupAnswer; result: string };

type Facts = Pick<CommandContext, 'command' | 'features'> & {
  lock: { prefix?: string | undefined };
  facts: { trigger?: { name: string } | undefined };
};

export function limitedAction(
  { command, features, message }: Pick<CommandContext, 'command' | 'features' | 'message'>,
  claimed: ClaimState,
): LimitedAction {
  if (claimed === 'lost') return { kind: 'confirm' };
  const id = shortHash(message.messageId);
  if (!features.has('whatsappCommands')) return { kind: 'planNotice', id };
  if (command.kind === 'suggest') return { kind: 'suggestion', id };
  const by = shortHash(message.sender.id);
  return { kind: 'command', by, id, ...(command.kind === 'fire' && { triggerId: command.triggerId }) };
}

const shortHash = (text: string): string => hashOf(text).slice(0, 12);

export function decide(
  { command, features, facts, lock }: Facts,
  claimed: ClaimState,
  limits: LimitDecision,
): GroupDecision {
  if (limits.outcome === 'silent') return { kind: 'ignore' };
  if (limits.outcome === 'notice') {
    const { limit } = limits;
    return { kind: 'answer', name: 'tooMuch', answer: { kind: 'tooMuch', limit }, result: limit };
  }
  if (claimed === 'lost') {
    return { kind: 'answer', name: 'confirm', answer: { kind: 'couldNotConfirm' }, result: 'unknown' };
  }
  if (!features.has('whatsappCommands')) {
    return { kind: 'answer', name: 'plan', answer: { kind: 'planNeeded' }, result: 'planRequired' };
  }
  if (command.kind === 'fire') return command;
  if (command.kind === 'own') return { kind: 'own', command: command.word.command };
  const answer = { kind: 'didYouMean', trigger: facts.trigger?.name ?? '', prefix: lock.prefix } as const;
  return { kind: 'answer', name: 'suggest', answer, result: 'suggested' };
}
