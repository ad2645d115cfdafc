import { deleteAll, type StoredItem } from '#functions/data/whole-table.ts';

import type { Operator } from '../operator.ts';
import { awaitWorker } from './await-worker.ts';
import { endAtStripe } from './end-at-stripe.ts';
import { endWorkspace } from './end-workspace.ts';
import { forgetDeps } from './forget-deps.ts';
import { gather, type Belongings } from './gather.ts';

export type Forgotten = { outcome: 'forgotten'; items: number } | { outcome: 'notDone'; why: string[] };

type Options = {
  /** Deletes even where devices or lines could not be removed. */
  leaveUndone: boolean;
};

/** The person may sign in or create a workspace meanwhile. */
const maxRounds = 4;

/** The deletion is recorded first, so that it can be resumed. */
export async function forgetUser(operator: Operator, userId: string, options: Options): Promise<Forgotten> {
  const deps = forgetDeps(operator);
  let deleted = 0;
  for (let round = 1; round <= maxRounds; round += 1) {
    const before = await deps.forgetting.find(userId);
    const { lead, items } = await gather(operator, userId, before);
    if (!before && !items.some(isOfUser)) return { outcome: 'forgotten', items: deleted };
    await deps.forgetting.save({ userId, startedAt: before?.startedAt ?? operator.now().toISOString(), ...lead });
    await deleteAll(operator.table, items.filter(isOfSignIn));
    for (const workspaceId of lead.workspaceIds) await endWorkspace(deps, workspaceId);
    const refused = await endAtStripe(operator, deps, lead);
    if (refused !== undefined) return { outcome: 'notDone', why: [refused] };
    const left = await awaitWorker(operator, deps, lead);
    if (left.length > 0 && !options.leaveUndone) return { outcome: 'notDone', why: left };

    const rest = await gather(operator, userId, lead);
    if (rest.lead.workspaceIds.length > lead.workspaceIds.length) continue;
    deleted += await deleteRest(operator, rest);
    const after = await gather(operator, userId, rest.lead);
    if (after.items.every(isLast)) {
      await deps.forgetting.finish(userId);
      return { outcome: 'forgotten', items: deleted + 1 };
    }
  }
  return { outcome: 'notDone', why: ['Something goes on being made for this user. Run it once more.'] };
}

const signInTypes: ReadonlySet<unknown> = new Set(['session', 'identity', 'signInState']);
const isOfSignIn = ({ type }: StoredItem): boolean => signInTypes.has(type);

const isOfUser = ({ type }: StoredItem): boolean => type === 'user';
/** The lead goes last. */
const isLast = ({ type }: StoredItem): boolean => type === 'user' || type === 'forgetting';

/** Workspaces go first: no execution is kept of a missing workspace. */
async function deleteRest({ table }: Operator, { items }: Belongings): Promise<number> {
  const rest = items.filter((item) => !isLast(item));
  const workspaces = rest.filter(({ type }) => type === 'workspace');
  await deleteAll(table, [...workspaces, ...rest.filter((item) => !workspaces.includes(item))]);
  return rest.length;
}
