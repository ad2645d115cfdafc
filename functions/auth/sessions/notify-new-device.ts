import type { UserItem } from '#functions/data/people/user-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Log } from '#functions/platform/log.ts';
import type { SendMail } from '#functions/providers/email.ts';

import { newDeviceMail } from './new-device-mail.ts';

export type NotifyNewDeviceDeps = {
  users: { find(userId: string): Promise<UserItem | undefined> };
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  /** Undefined where this stage sends no e-mail. */
  sendMail: SendMail | undefined;
  appUrl: string;
  log: Log;
};

/** One mail for all sign-ins that wait. */
export async function notifyNewDevice(
  { users, workspaces, sendMail, appUrl, log }: NotifyNewDeviceDeps,
  entries: readonly EntryOf<'newDevice'>[],
): Promise<Work> {
  const signIns = entries.toSorted((one, other) => one.at.localeCompare(other.at));
  const [first] = signIns;
  if (!first) return done;
  const { userId } = first;
  const user = await users.find(userId);
  if (!sendMail) log('mail.off', { userId });
  if (!user || !sendMail) return done;
  const to = user.email ?? (await workspaces.find(user.currentWorkspaceId))?.link?.email;
  if (!to) return done;

  const language = first.language ?? user.language ?? 'en';
  const mail = newDeviceMail({ language, appUrl, signedInWith: user.signedInWith, signIns });
  const outcome = await sendMail({ to, ...mail });
  if (outcome === 'unavailable') return { outcome: 'again', failure: 'unavailable' };
  log(outcome === 'refused' ? 'mail.refused' : 'mail.sent', { userId, outcome });
  return done;
}

const done: Work = { outcome: 'done', writes: [] };
