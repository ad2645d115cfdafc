import * as z from 'zod/mini';

import type { GroupSummary } from './gateway.ts';
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

export function baileysGroup(told: unknown): GroupSummary | undefined {
  const { data } = baileys.safeParse(told);
  if (!data) return undefined;
  const { id: jid, subject: name, announce: quiet, isCommunity: parent, size } = data;
  return summarize({ jid, name, quiet, parent, size });
}

type Told = {
  jid: string;
  name: string | null | undefined;
  quiet: boolean | null | undefined;
  parent: boolean | null | undefined;
  size: number | null | undefined;
};

/** A group with a name that people write in; undefined for anything else. */
export function summarize({ jid, name: given, quiet, parent, size }: Told): GroupSummary | undefined {
  const name = filled(given);
  if (!isGroup(jid) || name === undefined || parent === true) return undefined;
  // The list leaves members out, so nobody says whether we are an administrator.
  const canPost = quiet === true ? null : true;
  return { jid, name, canPost, ...(typeof size === 'number' && size > 0 && { participantCount: size }) };
}
