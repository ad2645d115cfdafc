import { ScanCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';

import { batchWrite } from './batch-write.ts';
import { epochSeconds } from './items/parse-item.ts';
import type { Table } from './table.ts';

/** An attribute value as DynamoDB returns it. The table holds no binaries. */
type Raw =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { SS: string[] }
  | { NS: string[] }
  | { L: Raw[] }
  | { M: Record<string, Raw> };

const raw: z.ZodMiniType<Raw> = z.lazy(() =>
  z.union([
    z.object({ S: z.string() }),
    z.object({ N: z.string() }),
    z.object({ BOOL: z.boolean() }),
    z.object({ NULL: z.literal(true) }),
    z.object({ SS: z.array(z.string()) }),
    z.object({ NS: z.array(z.string()) }),
    z.object({ L: z.array(raw) }),
    z.object({ M: z.record(z.string(), raw) }),
  ]),
);

const text = z.object({ S: z.string() });

/** Keeps attribute values as they are, so that the item can be written back unchanged. */
export const rawItem = z.intersection(z.record(z.string(), raw), z.object({ pk: text, sk: text }));
export type RawItem = z.output<typeof rawItem>;

export async function* rawPages(table: Table): AsyncGenerator<RawItem[]> {
  let from: Record<string, AttributeValue> | undefined;
  do {
    const page = await table.doc.send(
      new ScanCommand({ TableName: table.name, ConsistentRead: true, ...(from && { ExclusiveStartKey: from }) }),
    );
    yield (page.Items ?? []).map((item) => rawItem.parse(item));
    from = page.LastEvaluatedKey;
  } while (from);
}

export async function isEmpty(table: Table): Promise<boolean> {
  const { Items = [] } = await table.doc.send(
    new ScanCommand({ TableName: table.name, ConsistentRead: true, Limit: 1, ProjectionExpression: 'pk' }),
  );
  return Items.length === 0;
}

export function hasExpired({ expiresAt }: Record<string, Raw>, now: Date): boolean {
  return expiresAt !== undefined && 'N' in expiresAt && Number(expiresAt.N) <= epochSeconds(now);
}

export const putRaw = (table: Table, items: readonly RawItem[]): Promise<void> =>
  batchWrite(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
