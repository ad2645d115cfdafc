import { PutCommand } from '@aws-sdk/lib-dynamodb';

import { workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';

const createdAt = '2026-11-01T00:00:00.000Z';

/** Workspace 7, active, with its first link. */
export const aLinkedWorkspace = (changes: Partial<WorkspaceItem> = {}): WorkspaceItem => ({
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
});

export async function addLinkedWorkspace(table: Table, changes: Partial<WorkspaceItem> = {}): Promise<WorkspaceItem> {
  const workspace = aLinkedWorkspace(changes);
  await table.doc.send(
    new PutCommand({ TableName: table.name, Item: { ...workspaceKey(workspace.id), ...workspace } }),
  );
  return workspace;
}
