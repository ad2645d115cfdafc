import { PutCommand } from '@aws-sdk/lib-dynamodb';

import { workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import type { WorkspaceItem } from '#functions/data/workspace-store.ts';

/** Stores an active workspace whose Amazon account is linked; name what matters. */
export async function addLinkedWorkspace(table: Table, changes: Partial<WorkspaceItem> = {}): Promise<WorkspaceItem> {
  const createdAt = '2026-11-01T00:00:00.000Z';
  const workspace: WorkspaceItem = {
    type: 'workspace',
    id: 7,
    name: 'Casa',
    status: 'ATIVO',
    defaultWorkspace: true,
    userId: 'ana',
    createdAt,
    tokenHash: 'hash',
    tokenSealed: 'sealed',
    lastLink: 1,
    triggerCount: 0,
    link: {
      number: 1,
      amazonUserId: 'amzn1.ana',
      name: 'Ana',
      email: 'ana@example.com',
      createdAt,
      updatedAt: createdAt,
    },
    ...changes,
  };
  await table.doc.send(
    new PutCommand({ TableName: table.name, Item: { ...workspaceKey(workspace.id), ...workspace } }),
  );
  return workspace;
}
