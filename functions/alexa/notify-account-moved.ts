import type { UserItem } from '#functions/data/items/user-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { mailAddressOf } from '#functions/outbox/mail-address.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';

import { movedAccountMail } from './moved-account-mail.ts';

export type NotifyAccountMovedDeps = MailDeps & {
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  users: { find(userId: string): Promise<UserItem | undefined> };
  appUrl: string;
};

export async function notifyAccountMoved(
  { workspaces, users, appUrl, ...mails }: NotifyAccountMovedDeps,
  entries: readonly EntryOf<'accountMoved'>[],
): Promise<Work> {
  const [entry] = entries;
  const workspace = entry && (await workspaces.find(entry.workspaceId));
  if (!workspace) return done;
  const owner = await users.find(workspace.userId);
  if (!owner) return done;
  const to = mailAddressOf(owner);
  if (to === undefined) return done;
  const { language = 'en' } = owner;
  const mail = movedAccountMail({ language, workspace: workspace.name, workspaceId: workspace.id, appUrl });
  return mailWork(mails, { to, ...mail }, { workspaceId: workspace.id });
}

const done: Work = { outcome: 'done', writes: [] };
