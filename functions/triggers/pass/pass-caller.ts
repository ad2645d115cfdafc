import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { KeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { bearersOf } from '#functions/platform/http/token-of.ts';
import { Refusal } from '#shared/refusals.ts';
import { coversTrigger, parseAccessKeyToken } from '#shared/rules/access-keys.ts';

import type { RunRequest } from '../execution/run.ts';
import { isSecretOf } from '../webhook-caller.ts';

export type PassCallerDeps = { keyUses: Pick<KeyUseStore, 'find'> };

/**
 * Finds the pass of a bearer token. A secret in the address is not accepted. Throws `trigger.notFound` for anything but
 * a valid pass.
 */
export async function passCaller(
  { keyUses }: PassCallerDeps,
  event: APIGatewayProxyEventV2,
  now: Date,
): Promise<Pick<RunRequest, 'workspaceId' | 'triggerId' | 'accessKeyId' | 'mayFire'>> {
  const token = bearersOf(event).find((each) => parseAccessKeyToken(each)) ?? '';
  const digest = hashOf(token);
  const place = parseAccessKeyToken(token);
  const opens = (key: AccessKeyItem | undefined): key is AccessKeyItem =>
    key?.page === true && key.right === 'fire' && isSecretOf(key, digest, now);
  const key = place && (await keyUses.find(place));
  const [triggerId] = key === undefined || key.triggers === 'all' ? [] : key.triggers;
  if (!opens(key) || triggerId === undefined) throw new Refusal('trigger.notFound');
  const { workspaceId, id } = key;
  const mayFire: RunRequest['mayFire'] = (_, again) => opens(again) && coversTrigger(again, triggerId);
  return { workspaceId, triggerId, accessKeyId: id, mayFire };
}
