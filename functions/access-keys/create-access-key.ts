import type { AccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import { backOff } from '#functions/data/table.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { maxAccessKeys } from '#shared/access-key-limits.ts';
import type { accessKeysContract } from '#shared/contracts/access-keys.ts';
import type { BodyOf, ReplyOf } from '#shared/contracts/endpoint.ts';
import { Refusal } from '#shared/refusals.ts';

import { accessKeyReply } from './access-key-reply.ts';
import { newKeySecret } from './key-secret.ts';
import {
  parseKeyName,
  parseKeyTriggers,
  requireEnd,
  requireConsistentSettings,
  requireZoneOf,
  type KeySettingsDeps,
} from './key-settings.ts';

export type CreateKeyDeps = KeySettingsDeps & {
  accessKeys: Pick<AccessKeyStore, 'list' | 'add'>;
  seal: Pick<Seal, 'seal'>;
  newId: () => string;
};

type Contract = (typeof accessKeysContract)['createAccessKey'];

/** Throws the reason if a setting is invalid, and `accessKey.limitReached`. */
export async function createAccessKey(
  deps: CreateKeyDeps,
  workspaceId: number,
  body: BodyOf<Contract>,
): Promise<ReplyOf<Contract>> {
  const { conditions = {}, uses, signed = false, page = false, right } = body;
  requireConsistentSettings({ ...body, signed, page });
  const name = parseKeyName(body.name);
  requireEnd(conditions, deps.now());
  await requireZoneOf(deps, workspaceId, conditions);
  const triggers = await parseKeyTriggers(deps, workspaceId, body.triggers);
  const id = deps.newId().replaceAll('-', '').slice(-20);
  const { secret, made } = await newKeySecret(deps.seal, { workspaceId, id, signed });
  const item: AccessKeyItem = {
    type: 'accessKey',
    id,
    workspaceId,
    name,
    triggers,
    conditions,
    ...(uses !== undefined && { uses }),
    used: 0,
    ...(page && { page }),
    right,
    ...made,
    createdAt: deps.now().toISOString(),
  };
  // Concurrent requests conflict, because each added key changes `keyChanges` of the workspace.
  await retryOnConflict({ tries: 8, between: backOff }, async () => {
    const workspace = await deps.workspaces.find(workspaceId);
    if (!workspace) throw new Refusal('workspace.notFound');
    const held = await deps.accessKeys.list(workspaceId);
    if (held.length >= maxAccessKeys) throw new Refusal('accessKey.limitReached');
    return (await deps.accessKeys.add(item, workspace.keyChanges)) === 'added' ? 'added' : 'conflict';
  });
  return { ...accessKeyReply(item, deps.now()), secret };
}
