import type { AccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import { Refusal } from '#shared/refusals.ts';

/** The next call with it is one of a stranger. Throws `accessKey.notFound`. */
export async function deleteAccessKey(
  { accessKeys }: { accessKeys: Pick<AccessKeyStore, 'remove'> },
  workspaceId: number,
  id: string,
): Promise<void> {
  if ((await accessKeys.remove(workspaceId, id)) === 'notFound') throw new Refusal('accessKey.notFound');
}
