import { randomUUID } from 'node:crypto';

import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/alexa/device-list.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { deactivationWrites } from '#functions/data/workspaces/deactivation-writes.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { newNumericId } from '#functions/platform/hashes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import {
  now,
  realSeal,
  realTable,
  reportUnreadable as report,
  signedInPlatform,
  warmUp,
} from '#functions/wiring/process.ts';
import { deactivateWorkspace, type DeactivateDeps } from '#functions/workspaces/deactivate-workspace.ts';
import { workspacesHandlers } from '#functions/workspaces/handlers.ts';
import { newWorkspace } from '#functions/workspaces/new-workspace.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

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
