import { unsure } from '#functions/data/alexa/reported-store.ts';
import type { RawItem } from '#functions/data/raw-table.ts';
import { hasExpired } from '#functions/data/raw-table.ts';

/**
 * Runs are restored before triggers, so that the stream worker finds them in the history. The outbox comes last,
 * because the worker would report a half-restored table to Alexa.
 */
export const passes = ['run', 'rest', 'trigger', 'outbox'] as const;
export type Pass = (typeof passes)[number];

const typeOf = ({ type }: RawItem): string | undefined => (type && 'S' in type ? type.S : undefined);

export function passOf(item: RawItem): Pass {
  const type = typeOf(item);
  return type === 'run' || type === 'trigger' || type === 'outbox' ? type : 'rest';
}

const ofTheMoment: ReadonlySet<string | undefined> = new Set(['lease', 'resealWalk']);

/** Returns the item to write, or undefined if it is omitted. Marks every reported device as uncertain. */
export function restoreItem(item: RawItem, now: Date): RawItem | undefined {
  const type = typeOf(item);
  if (ofTheMoment.has(type) || hasExpired(item, now)) return undefined;
  const { devices } = item;
  if (type !== 'reported' || !devices || !('M' in devices)) return item;
  const doubted = Object.fromEntries(Object.keys(devices.M).map((id) => [id, { S: unsure }]));
  return { ...item, devices: { M: doubted } };
}

export function linkIn(item: RawItem): { amazonUserId: string; workspaceId: number; link: number } | undefined {
  const { amazonUserId, workspaceId, link } = item;
  if (typeOf(item) !== 'link' || !amazonUserId || !('S' in amazonUserId)) return undefined;
  if (!workspaceId || !('N' in workspaceId) || !link || !('N' in link)) return undefined;
  return { amazonUserId: amazonUserId.S, workspaceId: Number(workspaceId.N), link: Number(link.N) };
}
