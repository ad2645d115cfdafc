import * as z from 'zod/mini';

import type { GroupList } from '../gateway.ts';
import { baileysGroup, groupList, type VendorGroup } from '../groups.ts';

const flag = z.nullish(z.boolean());
const count = z.nullish(z.number());

/** A group as returned by GOWS. https://pkg.go.dev/go.mau.fi/whatsmeow/types#GroupInfo */
const gows = z.object({
  JID: z.string(),
  Name: z.nullish(z.string()),
  IsAnnounce: flag,
  IsParent: flag,
  ParticipantCount: count,
});

function groupIn(one: unknown): VendorGroup | undefined {
  const { data } = gows.safeParse(one);
  if (!data) return baileysGroup(one);
  const { JID: jid, Name: name, IsAnnounce: quiet, IsParent: parent, ParticipantCount: size } = data;
  return { jid, name, quiet, parent, size };
}

/** The page size. A list of this length may be truncated. */
export const maxGroups = 1000;

/** `body` is an array, or an object by id. */
export function groupsIn(body: unknown): GroupList | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const all: unknown[] = Array.isArray(body) ? body : Object.values(body);
  const list = groupList(all, groupIn);
  return { ...list, isWhole: list.isWhole && all.length < maxGroups };
}
