import { randomUUID } from 'node:crypto';

import { createAmazonLinkStore } from '#functions/data/amazon-link-store.ts';
import { deactivationWrites } from '#functions/data/deactivation-writes.ts';
import { createDeviceList } from '#functions/data/device-list.ts';
import { createGrantStore } from '#functions/data/grant-store.ts';
import { createSubscriptionStore } from '#functions/data/subscription-store.ts';
import { createUserStore } from '#functions/data/user-store.ts';
import { createWorkspaceStore } from '#functions/data/workspace-store.ts';
import {
  now,
  realSeal,
  realTable,
  reportUnreadable as report,
  signedInPlatform,
  warmUp,
} from '#functions/platform/deps.ts';
import { newNumericId } from '#functions/platform/random.ts';
import { serve } from '#functions/platform/serve.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { deactivateWorkspace, type DeactivateDeps } from './deactivate-workspace.ts';
import { workspacesHandlers } from './handlers.ts';
import { newWorkspace } from './new-workspace.ts';

const table = realTable();
warmUp(['origin', 'encryption'], { table });

const seal = realSeal();
const users = createUserStore(table, report);
const workspaces = createWorkspaceStore(table, report);

const deactivation: DeactivateDeps = {
  users,
  workspaces,
  links: createAmazonLinkStore({ table, now, newId: randomUUID, report }),
  grants: createGrantStore(table, now, report),
  listDevices: createDeviceList(table, report),
  subscriptions: createSubscriptionStore(table, report),
  deactivationWrites: (user, workspace) => deactivationWrites(table.name, user, workspace),
};

const handlers = workspacesHandlers({
  users,
  workspaces,
  seal,
  now,
  makeWorkspace: (wished) => newWorkspace({ newId: newNumericId, now, seal }, wished),
  deactivate: (request) => deactivateWorkspace(deactivation, request),
});

export const handler = serve(workspacesContract, handlers, signedInPlatform());
