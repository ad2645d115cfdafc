import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import type { Deadline } from '#functions/platform/time/deadline.ts';

import { accessItem, type AccessItem } from '../items/grant-item.ts';
import type { GroupLock } from '../items/group-item.ts';
import { instanceItem } from '../items/instance-item.ts';
import { live, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { subscriptionItem, type SubscriptionItem } from '../items/subscription-item.ts';
import { triggerItem, type TriggerItem } from '../items/trigger-item.ts';
import {
  accessKey,
  groupTurnsKey,
  instanceKey,
  subscriptionKey,
  triggerKey,
  triggerNamePrefix,
  workspaceKey,
  workspacePartition,
  type Key,
} from '../keys.ts';
import { readBatch } from '../read-batch.ts';
import type { Table } from '../table.ts';
import { workspaceItem } from '../workspaces/workspace-store.ts';
import { usageIn, type SeenUsage } from './group-limit-store.ts';
import type { NumberRow } from './instance-store.ts';

const nameItem = z.object({ sk: z.string(), triggerId: z.string(), link: z.number() });

export type GroupFactsRequest = {
  lock: Pick<GroupLock, 'workspaceId' | 'line' | 'jid'>;
  triggerId?: string | undefined;
  /** Also reads Alexa's token. */
  withAccess: boolean;
  deadline: Deadline;
};

export type GroupFacts = {
  row: NumberRow | undefined;
  /** Only for a shared line. */
  rootRow: NumberRow | undefined;
  subscription: SubscriptionItem | undefined;
  usage: SeenUsage;
  trigger: TriggerItem | undefined;
  access: AccessItem | undefined;
};

/** Needs one query for most messages, and one more batch for a command. */
export function createGroupFactsStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  return {
    /** Returns trigger ids by normalised name. */
    async names(workspaceId: number, link: number): Promise<Map<string, string>> {
      const names = new Map<string, string>();
      let from: Record<string, unknown> | undefined;
      do {
        const { Items, LastEvaluatedKey } = await table.doc.send(
          new QueryCommand({
            TableName: table.name,
            ConsistentRead: true,
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
            ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': triggerNamePrefix },
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        for (const item of parseItems(nameItem, Items, report)) {
          if (item.link === link) names.set(item.sk.slice(triggerNamePrefix.length), item.triggerId);
        }
        from = LastEvaluatedKey;
      } while (from);
      return names;
    },

    async facts({ lock, triggerId, withAccess, deadline }: GroupFactsRequest): Promise<GroupFacts> {
      const { workspaceId, line, jid } = lock;
      const isShared = line.workspaceId !== workspaceId;
      const turnsKey = groupTurnsKey(line.instanceId, jid);
      const keys = [workspaceKey(workspaceId), instanceKey(workspaceId), subscriptionKey(workspaceId), turnsKey];
      if (isShared) keys.push(workspaceKey(line.workspaceId), instanceKey(line.workspaceId));
      if (triggerId !== undefined) keys.push(triggerKey(workspaceId, triggerId));
      if (withAccess) keys.push(accessKey({ workspaceId }));
      const items = await readBatch(table, keys, deadline);
      const at = ({ pk, sk }: Key): unknown =>
        live(
          items.find((item) => item['pk'] === pk && item['sk'] === sk),
          now(),
        );
      const row = (id: number): NumberRow | undefined => {
        const workspace = parseItem(workspaceItem, at(workspaceKey(id)), report);
        return workspace && { workspace, instance: parseItem(instanceItem, at(instanceKey(id)), report) };
      };
      return {
        row: row(workspaceId),
        rootRow: isShared ? row(line.workspaceId) : undefined,
        subscription: parseItem(subscriptionItem, at(subscriptionKey(workspaceId)), report),
        usage: usageIn(at(turnsKey), report),
        trigger:
          triggerId === undefined ? undefined : parseItem(triggerItem, at(triggerKey(workspaceId, triggerId)), report),
        access: withAccess ? parseItem(accessItem, at(accessKey({ workspaceId })), report) : undefined,
      };
    },
  };
}

export type GroupFactsStore = ReturnType<typeof createGroupFactsStore>;
