import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import type { AccessKey } from '#shared/contracts/access-keys.ts';

export function accessKeyReply(item: AccessKeyItem, now: Date): AccessKey {
  const { id, name, triggers, conditions, uses, used, page = false, right, createdAt, usedAt, oldUntil } = item;
  const overlaps = oldUntil !== undefined && Date.parse(oldUntil) > now.getTime();
  return {
    id,
    name,
    triggers,
    conditions,
    ...(uses !== undefined && { uses }),
    used,
    signed: item.secretSealed !== undefined,
    page,
    right,
    createdAt,
    ...(usedAt !== undefined && { usedAt }),
    ...(overlaps && { oldSecretUntil: oldUntil }),
  };
}
