import * as z from 'zod/mini';

import type { GroupList, GroupSummary } from './gateway.ts';
import { filled, isGroup } from './people.ts';

const flag = z.nullish(z.boolean());

/** A group as Baileys writes it, which is inside one engine of WAHA and inside Evolution. */
const baileys = z.object({
  id: z.string(),
  subject: z.nullish(z.string()),
  announce: flag,
  isCommunity: flag,
  size: z.nullish(z.number()),
});

export function baileysGroup(body: unknown): VendorGroup | undefined {
  const { data } = baileys.safeParse(body);
  if (!data) return undefined;
  const { id: jid, subject: name, announce: quiet, isCommunity: parent, size } = data;
  return { jid, name, quiet, parent, size };
}

/** A group as a vendor tells of it, in words that are none of theirs. */
export type VendorGroup = {
  jid: string;
  name: string | null | undefined;
  quiet: boolean | null | undefined;
  parent: boolean | null | undefined;
  size: number | null | undefined;
};

/** What a list says in which `read` finds each group; one that it cannot read may be any. */
export function groupList(all: readonly unknown[], read: (body: unknown) => VendorGroup | undefined): GroupList {
  const list: GroupList = { groups: [], unlisted: [], isWhole: true };
  for (const one of all.map(read)) {
    const group = one && summarize(one);
    if (group) list.groups.push(group);
    else if (!one) list.isWhole = false;
    else if (isGroup(one.jid)) list.unlisted.push(one.jid);
  }
  return list;
}

/** A group with a name that people write in; undefined for anything else. */
function summarize({ jid, name: given, quiet, parent, size }: VendorGroup): GroupSummary | undefined {
  const name = filled(given);
  if (!isGroup(jid) || name === undefined || parent === true) return undefined;
  // The list leaves members out, so nobody says whether we are an administrator.
  const canPost = quiet === true ? null : true;
  return { jid, name, canPost, ...(typeof size === 'number' && size > 0 && { participantCount: size }) };
}
