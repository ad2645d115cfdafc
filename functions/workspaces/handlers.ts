import type { DepsOf } from '#functions/platform/deps-of.ts';
import type { Handlers } from '#functions/platform/http/serve.ts';
import type { workspacesContract } from '#shared/contracts/workspaces.ts';

import { createWorkspace } from './create-workspace.ts';
import { currentWorkspace } from './current-workspace.ts';
import { hideFirstSteps } from './hide-first-steps.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { myWorkspace } from './my-workspace.ts';
import { rotateToken } from './rotate-token.ts';
import { setFavorites } from './set-favorites.ts';
import { switchWorkspace } from './switch-workspace.ts';
import { updateWorkspace } from './update-workspace.ts';

export type WorkspacesDeps = DepsOf<typeof createWorkspace> &
  DepsOf<typeof currentWorkspace> &
  DepsOf<typeof hideFirstSteps> &
  DepsOf<typeof listWorkspaces> &
  DepsOf<typeof rotateToken> &
  DepsOf<typeof setFavorites> &
  DepsOf<typeof switchWorkspace> &
  DepsOf<typeof updateWorkspace>;

export const workspacesHandlers = (deps: WorkspacesDeps): Handlers<typeof workspacesContract> => ({
  listWorkspaces: (_, { userId }) => listWorkspaces(deps, userId),
  currentWorkspace: (_, { userId }) => currentWorkspace(deps, userId),
  readWorkspace: ({ params }, { userId }) => myWorkspace(deps, userId, params.id),
  createWorkspace: ({ body }, { userId }) => createWorkspace(deps, userId, body),
  switchWorkspace: ({ body }, { userId }) => switchWorkspace(deps, userId, body.workspaceId),
  updateWorkspace: ({ params, body }, { userId }) => updateWorkspace(deps, { userId, id: params.id }, body),
  hideFirstSteps: ({ params }, { userId }) => hideFirstSteps(deps, userId, params.id),
  setFavorites: ({ params, body }, { userId }) => setFavorites(deps, { userId, id: params.id }, body.triggerIds),
  rotateWorkspaceToken: ({ params, body }, { userId }) => rotateToken(deps, userId, params.id, body.oldEnds),
});
