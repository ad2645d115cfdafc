import type { AccessKeyStore, KeyChange } from '#functions/data/access-keys/access-key-store.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { accessKeysContract } from '#shared/contracts/access-keys.ts';
import type { BodyOf, ReplyOf } from '#shared/contracts/endpoint.ts';
import { Refusal } from '#shared/refusals.ts';
import { overlapMs } from '#shared/rules/access-keys.ts';

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

export type UpdateKeyDeps = KeySettingsDeps & {
  accessKeys: Pick<AccessKeyStore, 'find' | 'change'>;
  seal: Pick<Seal, 'seal'>;
};

type Contract = (typeof accessKeysContract)['updateAccessKey'];

/** Throws the reason if a changed setting is invalid, and `accessKey.notFound`. */
export async function updateAccessKey(
  deps: UpdateKeyDeps,
  place: { workspaceId: number; id: string },
  { name, triggers, conditions, uses, rotate }: BodyOf<Contract>,
): Promise<ReplyOf<Contract>> {
  const { workspaceId, id } = place;
  const seen = await deps.accessKeys.find(workspaceId, id);
  if (!seen) throw new Refusal('accessKey.notFound');
  const { page = false, right, secretSealed } = seen;
  if (triggers) requireConsistentSettings({ triggers, signed: secretSealed !== undefined, page, right });
  if (conditions) requireEnd(conditions, deps.now());
  await requireZoneOf(deps, workspaceId, conditions);
  const newSecret = rotate && (await newKeySecret(deps.seal, { ...place, signed: secretSealed !== undefined }));
  const oldUntil = rotate === 'in24Hours' ? new Date(deps.now().getTime() + overlapMs).toISOString() : undefined;
  const change: KeyChange = {
    ...(name !== undefined && { name: parseKeyName(name) }),
    ...(triggers !== undefined && { triggers: await parseKeyTriggers(deps, workspaceId, triggers) }),
    ...(conditions && { conditions }),
    ...(uses !== undefined && { uses }),
    ...(newSecret && { secret: { made: newSecret.made, oldUntil } }),
  };
  const item = await deps.accessKeys.change(place, change);
  if (!item) throw new Refusal('accessKey.notFound');
  return { ...accessKeyReply(item, deps.now()), ...(newSecret && { secret: newSecret.secret }) };
}
