import { randomBytes } from 'node:crypto';

import type { NewSecret } from '#functions/data/access-keys/access-key-store.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';
import { signingPrefix } from '#functions/platform/http/signed-message.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { accessKeyToken } from '#shared/rules/access-keys.ts';

/**
 * Returns a new secret, which is shown once, and the fields to store. The secret of a signing key is sealed instead of
 * hashed, because verifying a signature needs it.
 */
export async function newKeySecret(
  seal: Pick<Seal, 'seal'>,
  { workspaceId, id, signed }: { workspaceId: number; id: string; signed: boolean },
): Promise<{ secret: string; made: NewSecret }> {
  if (signed) {
    const secret = `${signingPrefix}${randomBytes(32).toString('base64')}`;
    return { secret, made: { secretSealed: await seal.seal(secret, workspacePartition(workspaceId)) } };
  }
  const secret = accessKeyToken(workspaceId, id, newToken());
  return { secret, made: { hash: hashOf(secret) } };
}
