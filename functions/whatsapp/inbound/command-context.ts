import type { GroupFacts } from '#functions/data/whatsapp/group-facts-store.ts';
import type { GroupLock } from '#functions/data/whatsapp/group-item.ts';
import type { GroupMessage } from '#functions/providers/whatsapp/gateway.ts';
import type { Feature } from '#shared/rules/billing/plans.ts';
import type { OwnWord } from '#shared/rules/group-commands/own-words.ts';

import type { Delivery } from './receive-delivery.ts';

/** What somebody in a group wants of us. `name`: the trigger's, normalised. */
export type Command =
  | { kind: 'fire'; triggerId: string; name: string }
  | { kind: 'own'; word: OwnWord }
  | { kind: 'suggest'; triggerId: string };

/** A message that asks for something, in a group that is linked, with what has to be known to do it. */
export type CommandContext = Delivery & {
  message: GroupMessage;
  command: Command;
  lock: GroupLock;
  facts: GroupFacts & { row: NonNullable<GroupFacts['row']> };
  /** What the workspace's plan gives right now. */
  features: ReadonlySet<Feature>;
};
