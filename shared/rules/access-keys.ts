import { productName } from '../product.ts';
import type { Conditions } from './conditions/conditions.ts';

export const maxKeyTriggers = 50;
export const maxKeyUses = 100_000;
/** How often per minute one guest page can fire. */
export const tapsPerMinute = 10;
/** The previous secret stays valid this long after a rotation if the owner chooses so. */
export const overlapMs = 86_400_000;
/** An expired key is still listed for this long. */
export const listedAfterEndMs = 30 * 86_400_000;

/** For keys with unlimited uses, `usedAt` is written at most this often. */
const usedAtIntervalMs = 3_600_000;

export const keyRights = ['fire', 'read'] as const;

const prefix = productName.toLowerCase();
const tokenPattern = new RegExp(String.raw`^${prefix}_([0-9a-z]{1,11})_([0-9A-Za-z]{1,32})_[\w-]{43}$`);

/** The token contains the workspace and key ids, so that one batch read finds the key. */
export const accessKeyToken = (workspaceId: number, id: string, secret: string): string =>
  `${prefix}_${workspaceId.toString(36)}_${id}_${secret}`;

/** Returns undefined for other tokens, such as a workspace's token. */
export function parseAccessKeyToken(token: string): { workspaceId: number; id: string } | undefined {
  const [, workspace, id] = tokenPattern.exec(token) ?? [];
  if (workspace === undefined || id === undefined) return undefined;
  const workspaceId = Number.parseInt(workspace, 36);
  return Number.isSafeInteger(workspaceId) ? { workspaceId, id } : undefined;
}

type KeyRules = {
  triggers: 'all' | readonly string[];
  conditions?: Conditions | undefined;
  uses?: number | undefined;
  used: number;
};

export const coversTrigger = ({ triggers }: Pick<KeyRules, 'triggers'>, triggerId: string): boolean =>
  triggers === 'all' || triggers.includes(triggerId);

export const hasEnded = ({ conditions }: Pick<KeyRules, 'conditions'>, now: Date): boolean =>
  conditions?.until !== undefined && Date.parse(conditions.until) <= now.getTime();

export const isUsedUp = ({ uses, used }: Pick<KeyRules, 'uses' | 'used'>): boolean =>
  uses !== undefined && used >= uses;

export const isUsedAtDue = ({ usedAt }: { usedAt?: string | undefined }, now: Date): boolean =>
  usedAt === undefined || now.getTime() - Date.parse(usedAt) >= usedAtIntervalMs;

/** Returns undefined while the key is valid. */
export function whyNotByKey(key: KeyRules, now: Date): 'accessKey.ended' | 'accessKey.usedUp' | undefined {
  if (hasEnded(key, now)) return 'accessKey.ended';
  return isUsedUp(key) ? 'accessKey.usedUp' : undefined;
}

/** Returns false for a guest page, and for a key with limited uses or conditions: planned runs check neither. */
export const canPlan = ({
  conditions,
  uses,
  page,
}: Pick<KeyRules, 'conditions' | 'uses'> & { page?: boolean | undefined }) =>
  uses === undefined && page !== true && Object.keys(conditions ?? {}).length === 0;
