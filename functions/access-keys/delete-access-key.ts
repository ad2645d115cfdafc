import type { AccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import { Refusal } from '#shared/refusals.ts';

/** Deletes the key. Later calls with it are refused as if it had never existed. Throws `accessKey.notFound`. */
export async function deleteAccessKey(
  { accessKeys }: { accessKeys: Pick<AccessKeyStore, 'remove'> },
  workspaceId: number,
  id: string,
): Promise<void> {
  if ((await accessKeys.remove(workspaceId, id)) === 'notFound') throw new Refusal('accessKey.notFound');
}
