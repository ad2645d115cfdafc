import { createAccessKeyStore } from '../access-keys/access-key-store.ts';
import { createDeviceStory, type DeviceStory } from '../alexa/device-facts.ts';
import type { AccessKeyItem } from '../items/access-key-item.ts';
import { accessItem, type AccessItem } from '../items/grant-item.ts';
import { instanceItem, type InstanceItem } from '../items/instance-item.ts';
import { live, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { subscriptionItem, type SubscriptionItem } from '../items/subscription-item.ts';
import { triggerItem, type TriggerItem } from '../items/trigger-item.ts';
import {
  accessKey,
  instanceKey,
  subscriptionKey,
  notificationKey,
  triggerPrefix,
  workspaceKey,
  workspacePartition,
} from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { readBatch } from '../read-batch.ts';
import type { Table } from '../table.ts';
import { workspaceItem, type WorkspaceItem } from '../workspaces/workspace-store.ts';
import { notificationItem, type NotificationItem } from './notification-store.ts';

export type StoredFacts = {
  workspace: WorkspaceItem;
  access: AccessItem | undefined;
  subscription: SubscriptionItem | undefined;
  instance: InstanceItem | undefined;
  told: NotificationItem | undefined;
  triggers: readonly TriggerItem[];
  accessKeys: readonly AccessKeyItem[];
  /** About the linked Amazon account. */
  story: DeviceStory | undefined;
  /** At least one stored item could not be read. */
  unreadable: boolean;
};

/** Reads with one batch and three queries, whatever the number of triggers. Returns undefined without a workspace. */
export function createStoredFacts(table: Table, now: () => Date, report?: ReportUnreadable) {
  return async (workspaceId: number): Promise<StoredFacts | undefined> => {
    let unreadable = false;
    const noteUnreadable: ReportUnreadable = (item) => {
      unreadable = true;
      report?.(item);
    };
    const keys = [
      workspaceKey(workspaceId),
      accessKey({ workspaceId }),
      subscriptionKey(workspaceId),
      instanceKey(workspaceId),
      notificationKey(workspaceId),
    ];
    const found = await readBatch(table, keys);
    const at = (index: number): unknown =>
      live(
        found.find(({ sk }) => sk === keys[index]?.sk),
        now(),
      );
    const workspace = parseItem(workspaceItem, at(0), noteUnreadable);
    if (!workspace) return undefined;
    const { link } = workspace;
    const [triggers, story, accessKeys] = link
      ? await Promise.all([
          triggersOf(table, { workspaceId, link: link.number }, noteUnreadable),
          createDeviceStory(table, now, noteUnreadable)(link.amazonUserId),
          createAccessKeyStore(table, now, noteUnreadable).list(workspaceId),
        ])
      : [[], undefined, []];
    const items = {
      access: parseItem(accessItem, at(1), noteUnreadable),
      subscription: parseItem(subscriptionItem, at(2), noteUnreadable),
      instance: parseItem(instanceItem, at(3), noteUnreadable),
      told: parseItem(notificationItem, at(4), noteUnreadable),
    };
    return { workspace, ...items, triggers, story, accessKeys, unreadable };
  };
}

export type ReadStoredFacts = ReturnType<typeof createStoredFacts>;

async function triggersOf(
  table: Table,
  { workspaceId, link }: { workspaceId: number; link: number },
  report: ReportUnreadable,
): Promise<TriggerItem[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': triggerPrefix },
  });
  return parseItems(triggerItem, rows, report).filter((trigger) => trigger.link === link);
}
