import { accountHandlers } from '#functions/account/handlers.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createBelongingsStore } from '#functions/data/people/belongings-store.ts';
import { createDeletionStore } from '#functions/data/people/deletion-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { deactivationWrites } from '#functions/data/workspaces/deactivation-writes.ts';
import { newNumericId } from '#functions/platform/hashes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { changeTimeZone } from '#functions/schedule/change-time-zone.ts';
import { deactivateWorkspace, type DeactivateDeps } from '#functions/workspaces/deactivate-workspace.ts';
import { workspacesHandlers } from '#functions/workspaces/handlers.ts';
import { newWorkspace } from '#functions/workspaces/new-workspace.ts';
import { accountContract } from '#shared/contracts/account.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { amazonLinks } from './parts/amazon-links.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { SealedWorld, World } from './world.ts';

/** A response has at most 6 MB, of which the last read may add 1 MB. The time is within that of the function. */
const dataLimits = { maxBytes: 3_000_000, maxMs: 4_000 };

export function workspacesApi(world: SealedWorld) {
  const { table, seal, newId, now, report } = world;
  const deactivation = deactivating(world);
  const plannedRuns = createPlannedRunStore(table, now, report);
  const zones = { workspaces: deactivation.workspaces, plannedRuns, now };
  const handlers = workspacesHandlers({
    users: deactivation.users,
    workspaces: deactivation.workspaces,
    subscriptions: deactivation.subscriptions,
    triggers: createTriggerStore(table, { now, newId }, report),
    seal,
    now,
    makeWorkspace: (wished) => newWorkspace({ newId: newNumericId, now, seal }, wished),
    changeTimeZone: (workspaceId, timeZone) => changeTimeZone(zones, workspaceId, timeZone),
    deactivate: (request) => deactivateWorkspace(deactivation, request),
  });
  const account = accountHandlers({
    deletions: createDeletionStore(table, report),
    belongings: createBelongingsStore(table, now),
    users: deactivation.users,
    ...dataLimits,
    newId,
    report,
    now,
  });
  const contract = { ...workspacesContract, ...accountContract };
  return serve(contract, { ...handlers, ...account }, signedInPlatform(world));
}

export const deactivating = (world: World) =>
  ({
    ...amazonLinks(world),
    users: createUserStore(world.table, world.report),
    subscriptions: createSubscriptionStore(world.table, world.report),
    deactivationWrites: (user, workspace) => deactivationWrites(world.table.name, user, workspace),
  }) satisfies DeactivateDeps;
