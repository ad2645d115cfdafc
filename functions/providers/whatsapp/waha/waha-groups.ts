import * as z from 'zod/mini';

import type { GroupSummary } from '../gateway.ts';
import { baileysGroup, summarize } from '../groups.ts';

const flag = z.nullish(z.boolean());
const count = z.nullish(z.number());

/** whatsmeow's group, as the engine GOWS passes it on. https://pkg.go.dev/go.mau.fi/whatsmeow/types#GroupInfo */
const gows = z.object({
  JID: z.string(),
  Name: z.nullish(z.string()),
  IsAnnounce: flag,
  IsParent: flag,
  ParticipantCount: count,
});

/** A group with a name that people write in; undefined for anything else. */
export function groupOf(told: unknown): GroupSummary | undefined {
  const { data: one } = gows.safeParse(told);
  if (one)
    return summarize({
      jid: one.JID,
      name: one.Name,
      quiet: one.IsAnnounce,
      parent: one.IsParent,
      size: one.ParticipantCount,
    });
  return baileysGroup(told);
}

/** Either engine's list: an array, or an object by group id. */
export function groupsIn(body: unknown): GroupSummary[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const all: unknown[] = Array.isArray(body) ? body : Object.values(body);
  return all.map(groupOf).filter((group) => group !== undefined);
}
