import { createHash } from 'node:crypto';

/** Identifies a member of a workspace's groups in conditions: 12 hex digits that do not reveal the phone number. */
export const personOf = (workspaceId: number, senderId: string): string =>
  createHash('sha256').update(`${workspaceId} ${senderId}`).digest('hex').slice(0, 12);
