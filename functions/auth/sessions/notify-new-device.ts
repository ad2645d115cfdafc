import type { UserItem } from '#functions/data/items/user-item.ts';
import { mailAddressOf } from '#functions/outbox/mail-address.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';

import { newDeviceMail } from './new-device-mail.ts';

export type NotifyNewDeviceDeps = MailDeps & {
  users: { find(userId: string): Promise<UserItem | undefined> };
  appUrl: string;
};

/** Sends one mail for all pending sign-ins. */
export async function notifyNewDevice(
  { users, appUrl, ...mails }: NotifyNewDeviceDeps,
  entries: readonly EntryOf<'newDevice'>[],
): Promise<Work> {
  const signIns = entries.toSorted((one, other) => one.at.localeCompare(other.at));
  const [first] = signIns;
  if (!first) return done;
  const { userId } = first;
  const user = await users.find(userId);
  if (!user) return done;
  const to = mailAddressOf(user);
  if (to === undefined) return done;

  const language = first.language ?? user.language ?? 'en';
  const mail = newDeviceMail({ language, appUrl, signedInWith: user.signedInWith, signIns });
  return mailWork(mails, { to, ...mail }, { userId });
}

const done: Work = { outcome: 'done', writes: [] };
