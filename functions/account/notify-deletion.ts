import type { DeletionStore } from '#functions/data/people/deletion-store.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';

import { deletionMail } from './deletion-mail.ts';

export type NotifyDeletionDeps = MailDeps & {
  deletions: Pick<DeletionStore, 'find'>;
  appUrl: string;
};

/**
 * Mails the owner about the newest planned or completed deletion. Skips deletions that were revoked or planned again.
 */
export async function notifyDeletion(
  deps: NotifyDeletionDeps,
  entries: readonly EntryOf<'tellDeletion'>[],
): Promise<Work> {
  const plannedDates = (await Promise.all(entries.map(({ userId }) => deps.deletions.find(userId)))).map(
    (one) => one?.dueAt,
  );
  const wanted = entries.findLast(({ as, dueAt }, index) => as === 'done' || plannedDates[index] === dueAt);
  if (!wanted) return done;
  const { workspaceId, email, language, as, dueAt } = wanted;
  const mail = deletionMail({ language, as, dueAt, appUrl: deps.appUrl });
  return mailWork(deps, { to: email, ...mail }, { workspaceId });
}

const done: Work = { outcome: 'done', writes: [] };
