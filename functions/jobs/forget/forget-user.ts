import { outboxPut } from '#functions/data/outbox/outbox-store.ts';
import type { DeletionStore } from '#functions/data/people/deletion-store.ts';
import type { ForgettingStore } from '#functions/data/people/forgetting-store.ts';
import { deleteGrant, isGrant } from '#functions/data/people/grants-of-account.ts';
import type { Table, TransactItem } from '#functions/data/table.ts';
import { deleteAll, type StoredItem } from '#functions/data/whole-table.ts';

import { awaitWorker, type AwaitWorkerDeps } from './await-worker.ts';
import { endAtStripe, type EndAtStripeDeps } from './end-at-stripe.ts';
import { endWorkspace, type EndWorkspaceDeps } from './end-workspace.ts';
import { gather, type Belongings } from './gather.ts';

export type ForgetDeps = AwaitWorkerDeps &
  EndAtStripeDeps &
  EndWorkspaceDeps & {
    table: Table;
    deletions: Pick<DeletionStore, 'find'>;
    forgetting: ForgettingStore;
    newId: () => string;
  };

export type Forgotten = { outcome: 'forgotten'; items: number } | { outcome: 'notDone'; why: string[] };

type Options = {
  /** Deletes the user even if devices or lines could not be removed. */
  leaveUndone: boolean;
};

/** The user may sign in or create a workspace concurrently. */
const maxRounds = 4;

/** Deletes a user with all items. Stores the deletion first, so that it can be resumed. */
export async function forgetUser(deps: ForgetDeps, userId: string, options: Options): Promise<Forgotten> {
  let deleted = 0;
  for (let round = 1; round <= maxRounds; round += 1) {
    const before = await deps.forgetting.find(userId);
    const startedAt = before?.startedAt ?? deps.now().toISOString();
    const { lead, items } = await gather(deps, userId, startedAt, before);
    if (!before && !items.some(isOfUser)) return { outcome: 'forgotten', items: deleted };
    await deps.forgetting.save({ userId, startedAt, ...lead });
    await deleteAll(deps.table, items.filter(isOfSignIn));
    for (const workspaceId of lead.workspaceIds) await endWorkspace(deps, workspaceId);
    const refused = await endAtStripe(deps, lead);
    if (refused !== undefined) return { outcome: 'notDone', why: [refused] };
    const left = await awaitWorker(deps, lead);
    if (left.length > 0 && !options.leaveUndone) return { outcome: 'notDone', why: left };

    const rest = await gather(deps, userId, startedAt, lead);
    if (rest.lead.workspaceIds.length > lead.workspaceIds.length) continue;
    deleted += await deleteRest(deps, rest);
    const after = await gather(deps, userId, startedAt, rest.lead);
    if (after.items.every(isLast)) {
      await deps.forgetting.finish(userId, await lastMail(deps, userId, lead.workspaceIds));
      return { outcome: 'forgotten', items: deleted + 1 };
    }
  }
  return { outcome: 'notDone', why: ['New data is still being created for this user. Run it again.'] };
}

const signInTypes: ReadonlySet<unknown> = new Set(['session', 'userSession', 'identity', 'signInState']);
const isOfSignIn = ({ type }: StoredItem): boolean => signInTypes.has(type);

const isOfUser = ({ type }: StoredItem): boolean => type === 'user';

const lastTypes: ReadonlySet<unknown> = new Set(['user', 'deletion', 'forgetting']);
/** The user and the resume markers are deleted last, so that an interrupted deletion can resume. */
const isLast = ({ type }: StoredItem): boolean => lastTypes.has(type);

/** The mail to a user who requested the deletion in the app. */
async function lastMail(
  { deletions, table, newId, now }: ForgetDeps,
  userId: string,
  [workspaceId = 0]: readonly number[],
): Promise<TransactItem[]> {
  const { email, language, dueAt } = (await deletions.find(userId)) ?? {};
  if (email === undefined || language === undefined || dueAt === undefined) return [];
  const entry = { topic: 'tellDeletion', userId, workspaceId, as: 'done', dueAt, email, language } as const;
  return [outboxPut(table, entry, { id: newId(), now: now() })];
}

/** Deletes workspaces first, because runs of a missing workspace are not stored. */
async function deleteRest({ table }: ForgetDeps, { items }: Belongings): Promise<number> {
  const rest = items.filter((item) => !isLast(item));
  const workspaces = rest.filter(({ type }) => type === 'workspace');
  const grants = rest.filter(isGrant);
  const others = rest.filter((item) => !workspaces.includes(item) && !grants.includes(item));
  await deleteAll(table, [...workspaces, ...others]);
  for (const grant of grants) await deleteGrant(table, grant);
  return rest.length;
}
