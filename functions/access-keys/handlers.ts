import type { AccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import type { Handlers } from '#functions/platform/http/serve.ts';
import type { accessKeysContract } from '#shared/contracts/access-keys.ts';

import { createAccessKey, type CreateKeyDeps } from './create-access-key.ts';
import { deleteAccessKey } from './delete-access-key.ts';
import { listAccessKeys } from './list-access-keys.ts';
import { updateAccessKey, type UpdateKeyDeps } from './update-access-key.ts';

export type AccessKeysDeps = CreateKeyDeps & UpdateKeyDeps & { accessKeys: Pick<AccessKeyStore, 'remove'> };

export const accessKeysHandlers = (deps: AccessKeysDeps): Handlers<typeof accessKeysContract> => ({
  listAccessKeys: (_, { workspaceId }) => listAccessKeys(deps, workspaceId),
  createAccessKey: ({ body }, { workspaceId }) => createAccessKey(deps, workspaceId, body),
  updateAccessKey: ({ params, body }, { workspaceId }) => updateAccessKey(deps, { workspaceId, id: params.id }, body),
  deleteAccessKey: ({ params }, { workspaceId }) => deleteAccessKey(deps, workspaceId, params.id),
});
