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

/** Alexa or a gateway may be unavailable for a while. After this time, an operator has to act. */
const lateMs = 24 * 3_600_000;

/**
 * Deletes due accounts one by one; the next run continues unfinished deletions. Deletions that have already started
 * come last, because they may wait for the whole time.
 */
export async function deleteAccounts(deps: DeleteAccountsDeps, deadline: Deadline): Promise<void> {
  const due = await allDue(deps);
  const hasBegun = ({ startedAt }: Deletion): boolean => startedAt !== undefined;
  for (const deletion of [...due.filter((one) => !hasBegun(one)), ...due.filter(hasBegun)]) {
    if (deadline.isOver()) return;
    await deleteAccount(deps, deletion).catch((cause: unknown) =>
      deps.log('account.deletionFailed', { userId: deletion.userId }, cause),
    );
  }
}

async function allDue({ deletions, now }: DeleteAccountsDeps): Promise<Deletion[]> {
  const until = now();
  const due: Deletion[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await deletions.due(until, from);
    due.push(...page.deletions);
    from = page.next;
  } while (from);
  return due;
}

async function deleteAccount({ deletions, forgetUser, log, now }: DeleteAccountsDeps, { userId, dueAt }: Deletion) {
  if (!(await deletions.begin(userId, now()))) return;
  const result = await forgetUser(userId);
  if (result.outcome === 'forgotten') return log('account.deleted', { userId, items: result.items });
  const isLate = now().getTime() - Date.parse(dueAt) > lateMs;
  return log(isLate ? 'account.deletionFailed' : 'account.deletionWaits', { userId, why: result.why.join(' ') });
}
