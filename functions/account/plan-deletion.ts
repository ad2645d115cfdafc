import type { UserItem } from '#functions/data/items/user-item.ts';
import type { Deletion, DeletionStore } from '#functions/data/people/deletion-store.ts';
import { mailAddressOf } from '#functions/outbox/mail-address.ts';
import type { AccountDeletion } from '#shared/contracts/account.ts';
import { Refusal } from '#shared/refusals.ts';

export type PlanDeletionDeps = {
  deletions: Pick<DeletionStore, 'find' | 'plan' | 'revoke'>;
  users: { find(userId: string): Promise<UserItem | undefined> };
  newId: () => string;
  now: () => Date;
};

const day = 86_400_000;
const delayDays = 7;
/** Each plan sends a mail. */
const maxPlansPerDay = 3;

export async function readDeletion(
  { deletions }: Pick<PlanDeletionDeps, 'deletions'>,
  userId: string,
): Promise<AccountDeletion | null> {
  const found = await deletions.find(userId);
  return found ? asReply(found) : null;
}

/** Plans the deletion; a repeated request keeps the first date. A mail explains how to keep the account. */
export async function planDeletion(deps: PlanDeletionDeps, userId: string): Promise<AccountDeletion> {
  const user = await deps.users.find(userId);
  if (!user) throw new Refusal('auth.sessionExpired');
  const { currentWorkspaceId: workspaceId, language = 'en' } = user;
  const email = mailAddressOf(user);
  const now = deps.now();
  const dueAt = new Date(now.getTime() + delayDays * day).toISOString();
  const planned = { userId, requestedAt: now.toISOString(), dueAt, language, ...(email !== undefined && { email }) };
  const mail = email === undefined ? undefined : mailAbout(planned, email, workspaceId);
  const outcome = await deps.deletions.plan(planned, mail, { id: deps.newId(), now, maxPerDay: maxPlansPerDay });
  if (outcome === 'noUser') throw new Refusal('auth.sessionExpired');
  if (outcome === 'tooMany')
    throw new Refusal('account.deletionTooOften', { retryAfterSeconds: secondsOfDayLeft(now) });
  if (outcome === 'planned') return asReply(planned);
  const before = await deps.deletions.find(userId);
  // Another tab revoked it in between.
  if (!before) throw new Refusal('server.busy', { retryAfterSeconds: 1 });
  return asReply(before);
}

/** A no-op if no deletion is planned. */
export async function revokeDeletion(
  deps: Pick<PlanDeletionDeps, 'deletions'>,
  userId: string,
): Promise<AccountDeletion | null> {
  return (await deps.deletions.revoke(userId)) ? null : readDeletion(deps, userId);
}

/** Seconds until the end of the UTC day. */
const secondsOfDayLeft = (now: Date): number => (day - (now.getTime() % day)) / 1000;

const mailAbout = ({ userId, dueAt, language }: Deletion, email: string, workspaceId: number) =>
  ({ topic: 'tellDeletion', as: 'planned', userId, workspaceId, dueAt, email, language }) as const;

const asReply = ({ requestedAt, dueAt, startedAt }: Deletion): AccountDeletion => ({
  requestedAt,
  dueAt,
  begun: startedAt !== undefined,
});
