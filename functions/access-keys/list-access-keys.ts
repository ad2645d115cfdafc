import type { AccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import type { accessKeysContract } from '#shared/contracts/access-keys.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';

import { accessKeyReply } from './access-key-reply.ts';

export async function listAccessKeys(
  { accessKeys, now }: { accessKeys: Pick<AccessKeyStore, 'list'>; now: () => Date },
  workspaceId: number,
): Promise<ReplyOf<(typeof accessKeysContract)['listAccessKeys']>> {
  const items = await accessKeys.list(workspaceId);
  const newestFirst = items.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return { accessKeys: newestFirst.map((item) => accessKeyReply(item, now())) };
}
