import * as z from 'zod/mini';

import { displayNameFrom } from '#shared/rules/names.ts';

import type { GroupList, GroupSummary } from './gateway.ts';
import { isGroup } from './people.ts';

const flag = z.nullish(z.boolean());

/** A group as returned by Baileys, the library in Evolution and in one engine of WAHA. */
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

export type VendorGroup = {
  jid: string;
  name: string | null | undefined;
  quiet: boolean | null | undefined;
  parent: boolean | null | undefined;
  size: number | null | undefined;
};

/** WhatsApp's own limit. */
const maxNameLetters = 100;

/** Normalises the name, whatever its source; undefined if no visible character is left. */
export const groupName = (given: string | null | undefined): string | undefined =>
  displayNameFrom(given ?? '', maxNameLetters) || undefined;

/** `isWhole` is false if an entry is unreadable, because it may be any group. */
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

function summarize({ jid, name: given, quiet, parent, size }: VendorGroup): GroupSummary | undefined {
  const name = groupName(given);
  if (!isGroup(jid) || name === undefined || parent === true) return undefined;
  // The list does not contain members, so our role is unknown.
  const canPost = quiet === true ? null : true;
  return { jid, name, canPost, ...(typeof size === 'number' && size > 0 && { participantCount: size }) };
}
