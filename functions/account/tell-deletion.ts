import type { DeletionStore } from '#functions/data/people/deletion-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Log } from '#functions/platform/log.ts';
import type { SendMail } from '#functions/providers/email.ts';

import { deletionMail } from './deletion-mail.ts';

export type TellDeletionDeps = {
  deletions: Pick<DeletionStore, 'find'>;
  /** Undefined where this stage sends no e-mail. */
  sendMail: SendMail | undefined;
  appUrl: string;
  log: Log;
};

/** Nothing about a plan that was revoked in the meantime. */
export async function tellDeletion(deps: TellDeletionDeps, entries: readonly EntryOf<'tellDeletion'>[]): Promise<Work> {
  const planned = (await Promise.all(entries.map(({ userId }) => deps.deletions.find(userId)))).map(
    (one) => one?.dueAt,
  );
  const wanted = entries.findLast(({ as, dueAt }, index) => as === 'done' || planned[index] === dueAt);
  if (!wanted) return done;
  const { workspaceId, email, language, as, dueAt } = wanted;
  if (!deps.sendMail) deps.log('mail.off', { workspaceId });
  if (!deps.sendMail) return done;
  const outcome = await deps.sendMail({ to: email, ...deletionMail({ language, as, dueAt, appUrl: deps.appUrl }) });
  if (outcome === 'unavailable') return { outcome: 'again', failure: 'unavailable' };
  deps.log(outcome === 'refused' ? 'mail.refused' : 'mail.sent', { workspaceId, outcome });
  return done;
}

const done: Work = { outcome: 'done', writes: [] };
