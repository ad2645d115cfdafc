import { UpdateCommand } from '@aws-sdk/lib-dynamodb';

import type { Key } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';

/** Sets attributes of an existing item that no call of the product can set within a test. A dotted name is a path. */
export async function setAttributes(table: Table, { pk, sk }: Key, values: Record<string, unknown>): Promise<void> {
  const changes = Object.entries(values).map(([name, value], index) => ({ path: name.split('.'), value, index }));
  const placeholder = (name: string): string => `#${name}`;
  await table.doc.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk, sk },
      UpdateExpression: `SET ${changes.map(({ path, index }) => `${path.map(placeholder).join('.')} = :v${index}`).join()}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(
        changes.flatMap(({ path }) => path.map((name) => [placeholder(name), name])),
      ),
      ExpressionAttributeValues: Object.fromEntries(changes.map(({ value, index }) => [`:v${index}`, value])),
    }),
  );
}
