import { planFeaturesOf, type PlanDeps } from '#functions/billing/plan-features.ts';
import type { GroupLock } from '#functions/data/items/group-item.ts';
import type { GroupFactsStore } from '#functions/data/whatsapp/group-facts-store.ts';
import type { GroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { busy } from '#functions/platform/time/deadline.ts';
import type { GroupMessage } from '#functions/providers/whatsapp/gateway.ts';
import { beginsWithMention, readMessage, type AddressedText } from '#shared/rules/group-commands/addressed.ts';
import { didYouMean } from '#shared/rules/group-commands/did-you-mean.ts';
import { match } from '#shared/rules/group-commands/match.ts';
import { withoutPrefix } from '#shared/rules/group-commands/prefix.ts';
import { whyNotAnswer } from '#shared/rules/group-commands/why-not-answer.ts';

import { isStillLinked, effectiveNumberOf } from '../lines/effective-number.ts';
import { isForGroups } from './answer-built-in-command.ts';
import type { Command, CommandContext } from './command-context.ts';
import type { KnownLine } from './line-memory.ts';
import type { Delivery } from './receive-delivery.ts';

export type ParseCommandDeps = PlanDeps & {
  groups: Pick<GroupStore, 'findLock'>;
  facts: Pick<GroupFactsStore, 'names' | 'facts'>;
  instances: Pick<InstanceStore, 'find'>;
  messages: Pick<GroupMessageStore, 'isOurs'>;
  log: Log;
  now: () => Date;
};

/** Returns undefined for most messages. Checks that cost nothing come first, then one read at a time. */
export async function parseCommand(
  deps: ParseCommandDeps,
  delivery: Delivery,
  message: GroupMessage,
): Promise<CommandContext | undefined> {
  if (whyNotAnswer(message, deps.now())) return undefined;
  const mayBeCommand = beginsWithMention(message.text) || readMessage(message.text);
  if (!mayBeCommand) return undefined;
  return delivery.deadline.within<CommandContext | undefined>(contextOf(deps, delivery, message), busy);
}

async function contextOf(
  deps: ParseCommandDeps,
  delivery: Delivery,
  message: GroupMessage,
): Promise<CommandContext | undefined> {
  const { line, deadline } = delivery;
  const lock = await deps.groups.findLock(line.instanceId, message.groupJid);
  if (lock?.line.generation !== line.generation) return undefined;
  logUnknownHost(deps, delivery, message);
  const whole = readMessage(message.text, await ownNumbers(deps, line, message));
  const text = whole && withoutPrefix(whole, lock.prefix);
  const command = text && (await commandFor(deps, delivery, message, { text, lock }));
  if (!command) return undefined;
  const facts = await deps.facts.facts({
    lock,
    triggerId: command.kind === 'own' ? undefined : command.triggerId,
    withAccess: command.kind === 'own' && command.word.command === 'status',
    deadline,
  });
  const { row, rootRow, subscription } = facts;
  if (!row || row.workspace.status !== 'ATIVO' || !isStillLinked(lock, effectiveNumberOf(row, rootRow)))
    return undefined;
  const features = await planFeaturesOf(deps, lock.workspaceId, subscription);
  // A near miss never causes a plan notice, and never suggests a trigger that groups may not run.
  const mayRun = features.has('whatsappCommands') && facts.trigger && isForGroups(facts.trigger.conditions);
  if (command.kind === 'suggest' && !mayRun) return undefined;
  return { ...delivery, message, command, lock, features, facts: { ...facts, row } };
}

/** Logs a new kind of sender address: conditions that name a member cannot match it. */
function logUnknownHost({ log }: ParseCommandDeps, { line, requestId }: Delivery, { sender }: GroupMessage): void {
  const { unknownHost: host } = sender;
  if (host !== undefined) log('inbound.unknownHost', { requestId, host, shard: line.shardId });
}

async function ownNumbers(
  { instances }: ParseCommandDeps,
  { workspaceId }: KnownLine,
  { text }: GroupMessage,
): Promise<string[]> {
  if (!beginsWithMention(text)) return [];
  const { phone, lid } = (await instances.find(workspaceId)) ?? {};
  return [phone, lid?.split('@')[0]].filter((number) => number !== undefined);
}

async function commandFor(
  deps: ParseCommandDeps,
  { line }: Delivery,
  { quotedMessageId }: GroupMessage,
  { text, lock }: { text: AddressedText; lock: GroupLock },
): Promise<Command | undefined> {
  const names = await deps.facts.names(lock.workspaceId, lock.link);
  const matched = match(text, names);
  if (matched?.kind === 'own') return matched;
  const named = matched && names.get(matched.name);
  if (matched && named !== undefined) return { kind: 'fire', triggerId: named, name: matched.name };
  const answersOurs = async (): Promise<boolean> =>
    quotedMessageId !== undefined && deps.messages.isOurs(line.instanceId, quotedMessageId);
  const meant = didYouMean(text.words, names.keys(), text.addressed !== undefined || (await answersOurs()));
  const triggerId = meant === undefined ? undefined : names.get(meant);
  return triggerId === undefined ? undefined : { kind: 'suggest', triggerId };
}
