import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { AccessKeyItem } from '#functions/data/access-keys/access-key-item.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import { isRecent, isSignedBy, signedMessageOf } from '#functions/platform/http/signed-message.ts';
import { listed, tokensOf } from '#functions/platform/http/token-of.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { coversTrigger } from '#shared/rules/access-keys.ts';

import type { Caller } from './webhook-caller.ts';

type Target = { workspaceId: number; triggerId: string; now: Date };

const keyId = /^[0-9A-Za-z]{1,32}$/;

/** By Standard Webhooks; undefined for a call that names no key, or that brings a token. */
export function callerBySignature(
  { seal }: { seal: Pick<Seal, 'open'> },
  event: APIGatewayProxyEventV2,
  { workspaceId, triggerId, now }: Target,
): Caller | undefined {
  const [id, another] = listed(event.queryStringParameters?.['key']);
  if (id === undefined || another !== undefined || !keyId.test(id) || tokensOf(event).length > 0) return undefined;
  const message = signedMessageOf(event);
  if (!message) return undefined;

  const isSigned = async (sealed: string | undefined): Promise<boolean> =>
    sealed !== undefined && isSignedBy(await seal.open(sealed, workspacePartition(workspaceId)), message);
  const opens = async (key: AccessKeyItem | undefined): Promise<boolean> => {
    if (!key || !coversTrigger(key, triggerId) || !isRecent(message, now)) return false;
    if (await isSigned(key.secretSealed)) return true;
    return key.oldUntil !== undefined && Date.parse(key.oldUntil) > now.getTime() && isSigned(key.oldSealed);
  };
  return {
    accessKeyId: id,
    messageId: message.id,
    mayFire: async (_, key) => key?.right === 'fire' && opens(key),
    mayRead: (_, key) => opens(key),
  };
}
