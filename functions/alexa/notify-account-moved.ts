import type { UserItem } from '#functions/data/people/user-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';

import { movedAccountMail } from './moved-account-mail.ts';

export type NotifyAccountMovedDeps = MailDeps & {
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  users: { find(userId: string): Promise<UserItem | undefined> };
  appUrl: string;
};

/** Never to the address of the Amazon account, which is the one of whoever moved it. */
export async function notifyAccountMoved(
  { workspaces, users, appUrl, ...mails }: NotifyAccountMovedDeps,
  entries: readonly EntryOf<'accountMoved'>[],
): Promise<Work> {
  const [entry] = entries;
  const workspace = entry && (await workspaces.find(entry.workspaceId));
  if (!workspace) return done;
  const owner = await users.find(workspace.userId);
  if (owner?.email === undefined) return done;
  const { language = 'en', email } = owner;
  const mail = movedAccountMail({ language, workspace: workspace.name, workspaceId: workspace.id, appUrl });
  return mailWork(mails, { to: email, ...mail }, { workspaceId: workspace.id });
}

const done: Work = { outcome: 'done', writes: [] };
