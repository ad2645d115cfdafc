import { GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { tokenOwner } from './items/grant-item.ts';
import { parseItem, type ReportUnreadable } from './items/parse-item.ts';
import { resealProgressKey, workspacePartition, type Key } from './keys.ts';
import { isConditionFailed, type Table } from './table.ts';

export type SealedValue = {
  key: Key;
  field: 'sealed' | 'sealedRefresh' | 'tokenSealed' | 'sealedSecret' | 'secretSealed' | 'oldSealed';
  owner: string;
  sealed: string;
};

const key = { pk: z.string(), sk: z.string() };
const access = z.object({ ...key, type: z.literal('access'), amazonUserId: z.string(), sealed: z.string() });
const grant = z.object({ ...key, type: z.literal('grant'), amazonUserId: z.string(), sealedRefresh: z.string() });
const workspace = z.object({ ...key, type: z.literal('workspace'), id: z.number(), tokenSealed: z.string() });
const line = z.object({ ...key, type: z.literal('line'), sealedSecret: z.string() });
const accessKey = z.object({
  ...key,
  type: z.literal('accessKey'),
  secretSealed: z.optional(z.string()),
  oldSealed: z.optional(z.string()),
});
const holder = z.discriminatedUnion('type', [access, grant, workspace, line, accessKey]);

/** Progress of resealing with the current key. */
const progressItem = z.object({
  type: z.literal('resealWalk'),
  key: z.string(),
  seenAt: z.iso.datetime(),
  /** When all values were resealed; no older key is in use. */
  doneAt: z.optional(z.iso.datetime()),
  from: z.optional(z.object(key)),
  changed: z.number(),
});

export type ResealProgress = Omit<z.output<typeof progressItem>, 'type'>;

const pageSize = 200;

export function createSealedStore(table: Table, report?: ReportUnreadable) {
  const named = { TableName: table.name };
  return {
    async findProgress(): Promise<ResealProgress | undefined> {
      const { Item } = await table.doc.send(new GetCommand({ ...named, Key: resealProgressKey, ConsistentRead: true }));
      return parseItem(progressItem, Item, report);
    },

    async saveProgress(progress: ResealProgress): Promise<void> {
      await table.doc.send(
        new PutCommand({ ...named, Item: { ...resealProgressKey, ...progress, type: 'resealWalk' } }),
      );
    },

    async page(from: Key | undefined): Promise<{ values: SealedValue[]; next: Key | undefined }> {
      const { Items = [], LastEvaluatedKey } = await table.doc.send(
        new ScanCommand({
          ...named,
          Limit: pageSize,
          ConsistentRead: true,
          FilterExpression: '#type IN (:access, :grant, :workspace, :line, :accessKey)',
          ProjectionExpression:
            'pk, sk, #type, id, amazonUserId, sealed, sealedRefresh, tokenSealed, sealedSecret, secretSealed, oldSealed',
          ExpressionAttributeNames: { '#type': 'type' },
          ExpressionAttributeValues: {
            ':access': 'access',
            ':grant': 'grant',
            ':workspace': 'workspace',
            ':line': 'line',
            ':accessKey': 'accessKey',
          },
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      const values = Items.flatMap((item) => {
        const found = parseItem(holder, item, report);
        return found ? valuesOf(found) : [];
      });
      return { values, next: z.optional(z.object(key)).parse(LastEvaluatedKey) };
    },

    /** Returns `changed` if another write replaced the value. */
    async replace({ key: Key, field, sealed }: SealedValue, resealed: string): Promise<'replaced' | 'changed'> {
      const update = new UpdateCommand({
        ...named,
        Key,
        UpdateExpression: 'SET #field = :new',
        ConditionExpression: '#field = :old',
        ExpressionAttributeNames: { '#field': field },
        ExpressionAttributeValues: { ':new': resealed, ':old': sealed },
      });
      try {
        await table.doc.send(update);
        return 'replaced';
      } catch (error) {
        if (isConditionFailed(error)) return 'changed';
        throw error;
      }
    },
  };
}

export type SealedStore = ReturnType<typeof createSealedStore>;

function valuesOf(item: z.output<typeof holder>): SealedValue[] {
  if (item.type !== 'accessKey') return [valueOf(item)];
  const { pk, sk } = item;
  return (['secretSealed', 'oldSealed'] as const).flatMap((field) => {
    const sealed = item[field];
    return sealed === undefined ? [] : [{ key: { pk, sk }, field, owner: pk, sealed }];
  });
}

function valueOf(item: Exclude<z.output<typeof holder>, { type: 'accessKey' }>): SealedValue {
  const place = { pk: item.pk, sk: item.sk };
  if (item.type === 'workspace') {
    return { key: place, field: 'tokenSealed', owner: workspacePartition(item.id), sealed: item.tokenSealed };
  }
  if (item.type === 'line') return { key: place, field: 'sealedSecret', owner: item.pk, sealed: item.sealedSecret };
  const owner = tokenOwner(item.amazonUserId);
  return item.type === 'access'
    ? { key: place, field: 'sealed', owner, sealed: item.sealed }
    : { key: place, field: 'sealedRefresh', owner, sealed: item.sealedRefresh };
}
