import { unsure } from '#functions/data/alexa/reported-store.ts';
import type { RawItem } from '#functions/data/raw-table.ts';
import { hasExpired } from '#functions/data/raw-table.ts';

/**
 * In this order items come back. Runs before the triggers that show them, so that the stream finds them kept; and the
 * outbox last: an entry says "look at the table and tell Alexa the difference", and a table that is half there would
 * have it take everybody's devices away.
 */
export const passes = ['run', 'rest', 'trigger', 'outbox'] as const;
export type Pass = (typeof passes)[number];

const typeOf = ({ type }: RawItem): string | undefined => (type && 'S' in type ? type.S : undefined);

export function passOf(item: RawItem): Pass {
  const type = typeOf(item);
  return type === 'run' || type === 'trigger' || type === 'outbox' ? type : 'rest';
}

/** Who is busy now, and how far the walk through sealed values is, are nothing to bring back: older keys may be. */
const ofTheMoment: ReadonlySet<string | undefined> = new Set(['lease', 'resealWalk']);

/**
 * An item as it is to come back; undefined for one that is not to. What Alexa heard since nobody knows, so every device
 * is told, or taken away, anew.
 */
export function restored(item: RawItem, now: Date): RawItem | undefined {
  const type = typeOf(item);
  if (ofTheMoment.has(type) || hasExpired(item, now)) return undefined;
  const { devices } = item;
  if (type !== 'reported' || !devices || !('M' in devices)) return item;
  const doubted = Object.fromEntries(Object.keys(devices.M).map((id) => [id, { S: unsure }]));
  return { ...item, devices: { M: doubted } };
}

/** A link to an Amazon account, as text and number. */
export function linkIn(item: RawItem): { amazonUserId: string; workspaceId: number; link: number } | undefined {
  const { amazonUserId, workspaceId, link } = item;
  if (typeOf(item) !== 'link' || !amazonUserId || !('S' in amazonUserId)) return undefined;
  if (!workspaceId || !('N' in workspaceId) || !link || !('N' in link)) return undefined;
  return { amazonUserId: amazonUserId.S, workspaceId: Number(workspaceId.N), link: Number(link.N) };
}
