import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { AccessKeyItem } from '#functions/data/access-keys/access-key-item.ts';
import type { RunFacts } from '#functions/data/triggers/run-store.ts';
import { hashOf, sameText } from '#functions/platform/hashes.ts';
import { tokenOf } from '#functions/platform/http/token-of.ts';
import { coversTrigger, placeOfToken } from '#shared/rules/access-keys.ts';

type Workspace = NonNullable<RunFacts['workspace']>;

/** Whether its secret opens a workspace; with an access key only what the key may. */
export type Caller = {
  accessKeyId?: string;
  /** Of a signed call. */
  messageId?: string;
  mayFire: (workspace: Workspace, accessKey?: AccessKeyItem) => boolean | Promise<boolean>;
  mayRead: (workspace: Workspace, accessKey?: AccessKeyItem) => boolean | Promise<boolean>;
};

/** Without a trigger, a key for any will do. */
type Target = { workspaceId: number; triggerId?: string; now: Date };

/** By the token of the workspace, or of one of its access keys. */
export function callerByToken(event: APIGatewayProxyEventV2, { workspaceId, triggerId, now }: Target): Caller {
  const token = tokenOf(event);
  const digest = hashOf(token);
  const place = placeOfToken(token);
  if (place?.workspaceId === workspaceId) {
    const opens = (key: AccessKeyItem | undefined): key is AccessKeyItem =>
      key !== undefined &&
      // A guest's page has endpoints of its own.
      key.page !== true &&
      isSecretOf(key, digest, now) &&
      (triggerId === undefined || coversTrigger(key, triggerId));
    return {
      accessKeyId: place.id,
      mayFire: (_, key) => opens(key) && key.right === 'fire',
      mayRead: (_, key) => opens(key),
    };
  }
  const mayFire = ({ tokenHash, oldTokenHash, oldTokenUntil }: Workspace): boolean =>
    sameText(digest, tokenHash) || isOld(digest, oldTokenHash, oldTokenUntil, now);
  return { mayFire, mayRead: mayFire };
}

export const isSecretOf = ({ hash, oldHash, oldUntil }: AccessKeyItem, digest: string, now: Date): boolean =>
  (hash !== undefined && sameText(digest, hash)) || isOld(digest, oldHash, oldUntil, now);

const isOld = (digest: string, old: string | undefined, until: string | undefined, now: Date): boolean =>
  old !== undefined && until !== undefined && Date.parse(until) > now.getTime() && sameText(digest, old);
