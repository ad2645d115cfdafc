import type { NewWorkspace } from '#functions/data/workspaces/workspace-writes.ts';

export const aNewWorkspace = (changes: Partial<NewWorkspace> = {}): NewWorkspace => ({
  id: 7,
  userId: 'ana',
  name: 'Casa',
  defaultWorkspace: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  tokenHash: 'hash',
  tokenSealed: 'sealed',
  ...changes,
});
