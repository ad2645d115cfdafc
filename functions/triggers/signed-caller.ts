import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import { parameters } from '#functions/platform/http/parameters.ts';
import { isRecent, isSignedBy, signedMessageOf } from '#functions/platform/http/signed-message.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { coversTrigger } from '#shared/rules/access-keys.ts';

import type { WebhookCaller } from './webhook-caller.ts';

type Target = { workspaceId: number; triggerId: string; now: Date };

const keyIds = /(?<![\w-])[0-9A-Za-z]{1,32}(?![\w-])/g;

/** Returns a caller for each access key that the address names. Signatures follow Standard Webhooks. */
export function callersBySignature(
  { seal }: { seal: Pick<Seal, 'open'> },
  event: APIGatewayProxyEventV2,
  { workspaceId, triggerId, now }: Target,
): WebhookCaller[] {
  const message = signedMessageOf(event);
  if (!message) return [];

  const isSigned = async (sealed: string | undefined): Promise<boolean> =>
    sealed !== undefined && isSignedBy(await seal.open(sealed, workspacePartition(workspaceId)), message);
  const opens = async (key: AccessKeyItem | undefined): Promise<boolean> => {
    if (!key || !coversTrigger(key, triggerId) || !isRecent(message, now)) return false;
    if (await isSigned(key.secretSealed)) return true;
    return key.oldUntil !== undefined && Date.parse(key.oldUntil) > now.getTime() && isSigned(key.oldSealed);
  };
  return [...new Set(parameters(event, 'key').join(' ').match(keyIds))].map((id) => ({
    accessKeyId: id,
    messageId: message.id,
    mayFire: async (_, key) => key?.right === 'fire' && opens(key),
    mayRead: (_, key) => opens(key),
  }));
}
