import { PutCommand } from '@aws-sdk/lib-dynamodb';

import { subscriptionItem } from '#functions/data/items/subscription-item.ts';
import {
  groupPrefix,
  instancePartition,
  sharedPrefix,
  subscriptionKey,
  workspacePartition,
} from '#functions/data/keys.ts';
import { queryAll } from '#functions/data/query-all.ts';
import type { Table } from '#functions/data/table.ts';
import { newNumericId } from '#functions/platform/hashes.ts';
import { linkGroup } from '#functions/whatsapp/groups/link-group.ts';
import { changeGroup, listGroups, unlinkGroup } from '#functions/whatsapp/groups/linked-groups.ts';
import { connectInstance } from '#functions/whatsapp/numbers/connect-instance.ts';
import { currentInstance } from '#functions/whatsapp/numbers/read-instances.ts';
import { readLoginState } from '#functions/whatsapp/numbers/read-login-state.ts';
import { shareInstance } from '#functions/whatsapp/numbers/share-instance.ts';
import { unlinkInstance } from '#functions/whatsapp/numbers/unlink-instance.ts';
import { whatsappCalls } from '#functions/wiring/whatsapp.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';

import { aFakeAlexa } from './a-fake-alexa.ts';
import type { LineGateway } from './a-line-gateway.ts';
import { alexaWorld, type SteppedClock } from './alexa-world.ts';

export function whatsappWorld(table: Table, gateway: LineGateway, clock: SteppedClock, fakeAlexa = aFakeAlexa()) {
  const alexa = alexaWorld(table, fakeAlexa, clock, gateway.gateways);
  const { gateways } = gateway;
  const deps = { ...alexa, ...whatsappCalls(alexa.ground, gateways), gateways };

  return {
    ...alexa,
    deps,
    async subscribe(workspaceId: number, status: SubscriptionStatus): Promise<void> {
      const item = subscriptionItem.parse({ type: 'subscription', status });
      const Item = { ...subscriptionKey(workspaceId), ...item };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    },
    async addReady(userId: string, { isDefault = false } = {}): Promise<number> {
      const id = newNumericId();
      await alexa.addWorkspace(id, userId, isDefault);
      await alexa.link(userId, id, `amzn1.account.${id}`);
      await this.subscribe(id, 'active');
      return id;
    },
    async pair(userId: string, workspaceId: number, phone?: string): Promise<number> {
      const { id } = await connectInstance(deps, { userId, workspaceId });
      gateway.scan(id, phone);
      await readLoginState(deps, { userId, workspaceId, instanceId: id });
      return id;
    },
    connect: (userId: string, workspaceId: number) => connectInstance(deps, { userId, workspaceId }),
    share: (userId: string, workspaceId: number, referenceInstanceId: number) =>
      shareInstance(deps, { userId, workspaceId, referenceInstanceId }),
    disconnect: (userId: string, instanceId: number) =>
      unlinkInstance(deps, { userId, instanceId, workspaceId: undefined }),
    closeDialog: (userId: string, instanceId: number) =>
      unlinkInstance(deps, { userId, instanceId, workspaceId: undefined, onlyPairing: true }),
    current: (workspaceId: number) => currentInstance(deps, workspaceId),
    /** Links a group that the gateway lists under this name. */
    linkGroup: (userId: string, workspaceId: number, jid: string, name = 'Casa') => {
      gateway.takesIn(jid, name);
      return linkGroup(deps, { userId, workspaceId, jid });
    },
    changeGroup: (workspaceId: number, groupId: number, change: Parameters<typeof changeGroup>[2]) =>
      changeGroup(deps, { workspaceId, groupId }, change),
    unlinkGroup: (workspaceId: number, groupId: number) => unlinkGroup(deps, { workspaceId, groupId }),
    groupsOf: async (workspaceId: number): Promise<string[]> =>
      (await listGroups(deps, workspaceId, 'pt')).map(({ jid }) => jid),
    async leavings(workspaceIds: readonly number[], instanceIds: readonly number[]): Promise<string[]> {
      const partitions = [...workspaceIds.map(workspacePartition), ...instanceIds.map(instancePartition)];
      const found = await Promise.all(
        partitions.map((pk) =>
          queryAll(table, { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }),
        ),
      );
      const names = found.flat().map(({ sk }) => String(sk));
      return names.filter((sk) => sk.startsWith(groupPrefix) || sk.startsWith(sharedPrefix));
    },
  };
}

export type WhatsAppWorld = ReturnType<typeof whatsappWorld>;
