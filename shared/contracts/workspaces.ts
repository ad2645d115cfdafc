import * as z from 'zod/mini';

import { maxFavorites } from '../product.ts';
import { contract } from './endpoint.ts';
import { idText, numericId, opaqueId, time, timeZone, userIdIgnored, workspaceStatus } from './fields.ts';

const workspace = z.object({
  id: numericId,
  name: z.string(),
  status: workspaceStatus,
  defaultWorkspace: z.boolean(),
  userId: z.string(),
  createdAt: time,
  /** Absent until a user sets it. */
  timeZone: z.optional(timeZone),
});

export type Workspace = z.output<typeof workspace>;

const withToken = z.extend(workspace, {
  /** The secret of its webhook addresses. */
  workspaceToken: z.string(),
  /** Ids of the triggers to show first, in this order; absent if a user has chosen none. */
  favorites: z.optional(z.array(opaqueId)),
});

const byId = z.object({ id: idText });

export const workspacesContract = contract({
  listWorkspaces: {
    method: 'GET',
    path: '/api/workspaces',
    access: 'session',
    reply: z.array(workspace),
    summary: 'All workspaces of the user, the default one first',
  },
  currentWorkspace: {
    method: 'GET',
    path: '/api/workspaces/current',
    access: 'session',
    reply: withToken,
    summary: 'The current workspace',
  },
  readWorkspace: {
    method: 'GET',
    path: '/api/workspaces/{id}',
    access: 'session',
    params: byId,
    reply: workspace,
    owned: { 'params.id': 'workspace' },
    summary: 'A workspace',
  },
  createWorkspace: {
    method: 'POST',
    path: '/api/workspaces',
    access: 'session',
    /** The time zone is that of the browser. */
    body: z.object({ name: z.string(), timeZone: z.optional(timeZone), userId: userIdIgnored }),
    reply: workspace,
    status: 201,
    summary: 'Create a workspace',
  },
  switchWorkspace: {
    method: 'POST',
    path: '/api/workspaces/switch',
    access: 'session',
    body: z.object({ workspaceId: numericId }),
    reply: z.object({ id: numericId, name: z.string() }),
    owned: { 'body.workspaceId': 'workspace' },
    summary: 'Make a workspace the current one',
  },
  updateWorkspace: {
    method: 'PATCH',
    path: '/api/workspaces/{id}',
    access: 'session',
    params: byId,
    body: z.object({
      name: z.optional(z.string()),
      status: z.optional(workspaceStatus),
      /** Planned runs keep the local times of their rules in the new zone. */
      timeZone: z.optional(timeZone),
      /** Ignored. */
      defaultWorkspace: z.optional(z.boolean()),
    }),
    reply: workspace,
    owned: { 'params.id': 'workspace' },
    summary: 'Rename, activate or deactivate a workspace, or move it to another time zone',
  },
  hideFirstSteps: {
    method: 'POST',
    path: '/api/workspaces/{id}/hide-first-steps',
    access: 'session',
    params: byId,
    owned: { 'params.id': 'workspace' },
    summary: 'Hide the first steps of a workspace for this user',
  },
  setFavorites: {
    method: 'PUT',
    path: '/api/workspaces/{id}/favorites',
    access: 'session',
    params: byId,
    body: z.object({
      triggerIds: z.array(opaqueId).check(z.maxLength(maxFavorites), z.meta({ examples: [['Rk3mQ9pXr7']] })),
    }),
    /** Without repetitions, and without triggers that do not exist. */
    reply: z.object({ triggerIds: z.array(opaqueId) }),
    owned: { 'params.id': 'workspace' },
    summary: 'Set the favorite triggers of a workspace, in order',
  },
  rotateWorkspaceToken: {
    method: 'POST',
    path: '/api/workspaces/{id}/rotate-token',
    access: 'session',
    params: byId,
    /** When the old secret ends; defaults to now. */
    body: z._default(z.object({ oldEnds: z._default(z.enum(['now', 'in24Hours']), 'now') }), { oldEnds: 'now' }),
    /** The old secret remains valid until `oldTokenUntil`. */
    reply: z.object({ workspaceToken: z.string(), oldTokenUntil: z.optional(time) }),
    owned: { 'params.id': 'workspace' },
    summary: 'Replace the secret in the webhook addresses of a workspace; the old one ends immediately or in 24 hours',
  },
});
