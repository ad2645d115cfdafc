import type { Deletion, DeletionStore } from '#functions/data/people/deletion-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import type { Forgotten } from './forget/forget-user.ts';

export type DeleteAccountsDeps = {
  deletions: Pick<DeletionStore, 'due' | 'begin'>;
  forgetUser: (userId: string) => Promise<Forgotten>;
  log: Log;
  now: () => Date;
};

/** Alexa or a gateway may not answer for a while; then an operator has to look. */
const lateMs = 24 * 3_600_000;

/** Each person that is due, one after the other; what is not done goes on in the next run. */
export async function deleteAccounts(deps: DeleteAccountsDeps, deadline: Deadline): Promise<void> {
  const until = deps.now();
  let from: Record<string, unknown> | undefined;
  do {
    const { deletions, next } = await deps.deletions.due(until, from);
    for (const deletion of deletions) {
      if (deadline.isOver()) return;
      await deleteAccount(deps, deletion).catch((cause: unknown) =>
        deps.log('account.deletionFailed', { userId: deletion.userId }, cause),
      );
    }
    from = next;
  } while (from);
}

async function deleteAccount({ deletions, forgetUser, log, now }: DeleteAccountsDeps, { userId, dueAt }: Deletion) {
  if (!(await deletions.begin(userId, now()))) return;
  const result = await forgetUser(userId);
  if (result.outcome === 'forgotten') return log('account.deleted', { userId, items: result.items });
  const isLate = now().getTime() - Date.parse(dueAt) > lateMs;
  return log(isLate ? 'account.deletionFailed' : 'account.deletionWaits', { userId, why: result.why.join(' ') });
}
