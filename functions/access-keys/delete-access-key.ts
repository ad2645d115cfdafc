import type { AccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import { Refusal } from '#shared/refusals.ts';

/** Deletes the key. A later call with it is refused like that of an unknown caller. Throws `accessKey.notFound`. */
export async function deleteAccessKey(
  { accessKeys }: { accessKeys: Pick<AccessKeyStore, 'remove'> },
  workspaceId: number,
  id: string,
): Promise<void> {
  if ((await accessKeys.remove(workspaceId, id)) === 'notFound') throw new Refusal('accessKey.notFound');
}
