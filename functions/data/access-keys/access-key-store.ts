import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { accessKeyItem, expiryOf, type AccessKeyItem } from '../items/access-key-item.ts';
import { live, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { accessKeyItemKey, accessKeyPrefix, workspaceKey, workspacePartition } from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { conditional, isConditionFailed, transact, type Table } from '../table.ts';

export type NewSecret = { hash: string } | { secretSealed: string };

export type KeyChange = Partial<Pick<AccessKeyItem, 'name' | 'triggers' | 'conditions'>> & {
  uses?: number | null | undefined;
  /** `oldUntil` is when the previous secret stops working; without it, the previous secret stops at once. */
  secret?: { made: NewSecret; oldUntil?: string | undefined } | undefined;
};

export function createAccessKeyStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const TableName = table.name;
  const keyOf = ({ workspaceId, id }: Pick<AccessKeyItem, 'workspaceId' | 'id'>) => accessKeyItemKey(workspaceId, id);

  return {
    async list(workspaceId: number): Promise<AccessKeyItem[]> {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': accessKeyPrefix },
      });
      return parseItems(
        accessKeyItem,
        rows.filter((row) => live(row, now())),
        report,
      );
    },

    async find(workspaceId: number, id: string): Promise<AccessKeyItem | undefined> {
      const Key = accessKeyItemKey(workspaceId, id);
      const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return parseItem(accessKeyItem, live(Item, now()), report);
    },

    /**
     * Pass the `keyChanges` that was read with the workspace. Checking it keeps concurrent calls within the limit.
     */
    async add(item: AccessKeyItem, keyChanges: number | undefined): Promise<'added' | 'changed'> {
      const expiresAt = expiryOf(item);
      const Item = { ...keyOf(item), ...item, ...(expiresAt !== undefined && { expiresAt }) };
      const counted = {
        Update: {
          TableName,
          Key: workspaceKey(item.workspaceId),
          UpdateExpression: 'SET keyChanges = :next',
          ConditionExpression: `attribute_exists(pk) AND ${keyChanges === undefined ? 'attribute_not_exists(keyChanges)' : 'keyChanges = :seen'}`,
          ExpressionAttributeValues: {
            ':next': (keyChanges ?? 0) + 1,
            ...(keyChanges !== undefined && { ':seen': keyChanges }),
          },
        },
      };
      const put = { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
      return (await transact(table, [put, counted])) === 'done' ? 'added' : 'changed';
    },

    /** Returns undefined if the key was deleted. */
    async change(place: Pick<AccessKeyItem, 'workspaceId' | 'id'>, change: KeyChange) {
      try {
        const { Attributes } = await table.doc.send(
          new UpdateCommand({
            TableName,
            Key: keyOf(place),
            ConditionExpression: 'attribute_exists(pk)',
            ReturnValues: 'ALL_NEW',
            ...changeUpdate(change),
          }),
        );
        return parseItem(accessKeyItem, Attributes, report);
      } catch (error) {
        if (isConditionFailed(error)) return undefined;
        throw error;
      }
    },

    async remove(workspaceId: number, id: string): Promise<'removed' | 'notFound'> {
      const remove = new DeleteCommand({
        TableName,
        Key: accessKeyItemKey(workspaceId, id),
        ConditionExpression: 'attribute_exists(pk)',
      });
      return (await conditional(table.doc.send(remove))) ? 'removed' : 'notFound';
    },
  };
}

export type AccessKeyStore = ReturnType<typeof createAccessKeyStore>;

/** Copies the stored secret to the old one in the same update, so that no read is needed. */
function changeUpdate({ uses, secret, ...fields }: KeyChange) {
  const sets: string[] = [];
  const removes: string[] = [];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const set = (name: string, value: unknown): void => {
    names[`#${name}`] = name;
    if (value === undefined || value === null) removes.push(`#${name}`);
    else {
      sets.push(`#${name} = :${name}`);
      values[`:${name}`] = value;
    }
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) set(name, value);
  if (fields.conditions) set('expiresAt', expiryOf({ conditions: fields.conditions }));
  if (uses !== undefined) set('uses', uses);
  if (secret) {
    const [field, old, value] =
      'hash' in secret.made
        ? (['hash', 'oldHash', secret.made.hash] as const)
        : (['secretSealed', 'oldSealed', secret.made.secretSealed] as const);
    set(field, value);
    set('oldUntil', secret.oldUntil);
    names[`#${old}`] = old;
    if (secret.oldUntil === undefined) removes.push(`#${old}`);
    else sets.push(`#${old} = #${field}`);
  }
  // An update without changes must still check that the key exists.
  if (sets.length === 0 && removes.length === 0) set('type', 'accessKey');
  return {
    UpdateExpression: [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
    ].join(' '),
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}
