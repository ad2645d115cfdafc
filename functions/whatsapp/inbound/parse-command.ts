import { planFeaturesOf, type PlanDeps } from '#functions/billing/plan-features.ts';
import type { GroupFactsStore } from '#functions/data/whatsapp/group-facts-store.ts';
import type { GroupLock } from '#functions/data/whatsapp/group-item.ts';
import type { GroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { busy } from '#functions/platform/deadline.ts';
import type { GroupMessage } from '#functions/providers/whatsapp/gateway.ts';
import { beginsWithMention, readMessage, type AddressedText } from '#shared/rules/group-commands/addressed.ts';
import { didYouMean } from '#shared/rules/group-commands/did-you-mean.ts';
import { match } from '#shared/rules/group-commands/match.ts';
import { whyNotAnswer } from '#shared/rules/group-commands/why-not-answer.ts';

import { isStillLinked, effectiveNumberOf } from '../lines/effective-number.ts';
import type { Command, CommandContext } from './command-context.ts';
import { executionDeadline } from './deadlines.ts';
import { executeCommand, type ExecuteCommandDeps } from './execute-command.ts';
import type { KnownLine } from './line-memory.ts';
import type { Delivery, DeliveryOutcome } from './receive-delivery.ts';

export type ParseDeps = ExecuteCommandDeps &
  PlanDeps & {
    groups: Pick<GroupStore, 'findLock'>;
    facts: Pick<GroupFactsStore, 'names' | 'facts'>;
    instances: Pick<InstanceStore, 'find'>;
    messages: Pick<GroupMessageStore, 'isOurs'>;
  };

/**
 * A message in some group. Most are not for us, so what costs nothing is asked first, and one read at a time after it:
 * the message by itself, the group, the names of its triggers. Only what asks for something is looked at any further.
 */
export async function parseCommand(
  deps: ParseDeps,
  delivery: Delivery,
  message: GroupMessage,
): Promise<DeliveryOutcome> {
  if (whyNotAnswer(message, deps.now())) return 'ignored';
  const mayBeForUs = beginsWithMention(message.text) || readMessage(message.text);
  if (!mayBeForUs) return 'ignored';
  const context = await executionDeadline(deps, delivery).within(contextOf(deps, delivery, message), busy);
  return context ? executeCommand(deps, context) : 'ignored';
}

async function contextOf(
  deps: ParseDeps,
  delivery: Delivery,
  message: GroupMessage,
): Promise<CommandContext | undefined> {
  const { line } = delivery;
  const lock = await deps.groups.findLock(line.instanceId, message.groupJid);
  // Of an older life of the line, or of a line that is over by now.
  if (lock?.line.generation !== line.generation) return undefined;
  const heard = readMessage(message.text, await ownNumbers(deps, line, message));
  const asked = heard && (await commandFor(deps, delivery, message, { heard, lock }));
  if (!asked) return undefined;
  const facts = await deps.facts.facts({
    lock,
    triggerId: asked.kind === 'own' ? undefined : asked.triggerId,
    withAccess: asked.kind === 'own' && asked.word.command === 'status',
    deadline: executionDeadline(deps, delivery),
  });
  const { row, rootRow, subscription } = facts;
  if (!row || row.workspace.status !== 'ATIVO' || !isStillLinked(lock, effectiveNumberOf(row, rootRow)))
    return undefined;
  const features = await planFeaturesOf(deps, lock.workspaceId, subscription);
  // Who talks past us is told nothing about plans, nor of a trigger that was deleted just now.
  if (asked.kind === 'suggest' && !(features.has('whatsappCommands') && facts.trigger)) return undefined;
  return { ...delivery, message, command: asked, lock, features, facts: { ...facts, row } };
}

/** Only a mention makes it matter who we are. */
async function ownNumbers(
  { instances }: ParseDeps,
  { workspaceId }: KnownLine,
  { text }: GroupMessage,
): Promise<string[]> {
  if (!beginsWithMention(text)) return [];
  const { phone, lid } = (await instances.find(workspaceId)) ?? {};
  return [phone, lid?.split('@')[0]].filter((number) => number !== undefined);
}

async function commandFor(
  deps: ParseDeps,
  { line }: Delivery,
  { quotedMessageId }: GroupMessage,
  { heard, lock }: { heard: AddressedText; lock: GroupLock },
): Promise<Command | undefined> {
  const names = await deps.facts.names(lock.workspaceId, lock.link);
  const matched = match(heard, names);
  if (matched?.kind === 'own') return matched;
  const named = matched && names.get(matched.name);
  if (matched && named !== undefined) return { kind: 'fire', triggerId: named, name: matched.name };
  const answersOurs = async (): Promise<boolean> =>
    quotedMessageId !== undefined && deps.messages.isOurs(line.instanceId, quotedMessageId);
  const meant = didYouMean(heard.words, names.keys(), heard.addressed !== undefined || (await answersOurs()));
  const triggerId = meant === undefined ? undefined : names.get(meant);
  return triggerId === undefined ? undefined : { kind: 'suggest', triggerId };
}
