import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { deactivationWrites } from '#functions/data/workspaces/deactivation-writes.ts';
import { newNumericId } from '#functions/platform/hashes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { deactivateWorkspace, type DeactivateDeps } from '#functions/workspaces/deactivate-workspace.ts';
import { workspacesHandlers } from '#functions/workspaces/handlers.ts';
import { newWorkspace } from '#functions/workspaces/new-workspace.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { amazonLinks } from './parts/amazon-links.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { SealedWorld, World } from './world.ts';

export function workspacesApi(world: SealedWorld) {
  const { seal, now } = world;
  const deactivation = deactivating(world);
  const handlers = workspacesHandlers({
    users: deactivation.users,
    workspaces: deactivation.workspaces,
    subscriptions: deactivation.subscriptions,
    seal,
    now,
    makeWorkspace: (wished) => newWorkspace({ newId: newNumericId, now, seal }, wished),
    deactivate: (request) => deactivateWorkspace(deactivation, request),
  });
  return serve(workspacesContract, handlers, signedInPlatform(world));
}

export const deactivating = (world: World) =>
  ({
    ...amazonLinks(world),
    users: createUserStore(world.table, world.report),
    subscriptions: createSubscriptionStore(world.table, world.report),
    deactivationWrites: (user, workspace) => deactivationWrites(world.table.name, user, workspace),
  }) satisfies DeactivateDeps;
