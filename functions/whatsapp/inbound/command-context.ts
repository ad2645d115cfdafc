import type { GroupLock } from '#functions/data/items/group-item.ts';
import type { GroupFacts } from '#functions/data/whatsapp/group-facts-store.ts';
import type { GroupMessage } from '#functions/providers/whatsapp/gateway.ts';
import type { Feature } from '#shared/rules/billing/plans.ts';
import type { BuiltInWord } from '#shared/rules/group-commands/own-words.ts';

import type { Delivery } from './receive-delivery.ts';

/** The request in a message. */
export type Command =
  | {
      kind: 'fire';
      triggerId: string;
      /** The normalised name of the trigger. */
      name: string;
    }
  | { kind: 'own'; word: BuiltInWord }
  | { kind: 'suggest'; triggerId: string };

export type CommandContext = Delivery & {
  message: GroupMessage;
  command: Command;
  lock: GroupLock;
  facts: GroupFacts & { row: NonNullable<GroupFacts['row']> };
  features: ReadonlySet<Feature>;
};
