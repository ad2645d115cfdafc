import { workspaceKey } from '../keys.ts';
import type { TransactItem } from '../table.ts';

/** Fails unless the workspace is active and has this Amazon link. */
export const sameLink = (table: { name: string }, workspaceId: number, link: number): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: workspaceKey(workspaceId),
    ConditionExpression: '#status = :active AND #link.#number = :link',
    ExpressionAttributeNames: { '#status': 'status', '#link': 'link', '#number': 'number' },
    ExpressionAttributeValues: { ':active': 'ATIVO', ':link': link },
  },
});
