import * as z from 'zod/mini';

import { isTimeZone } from '../rules/schedule/time-zones.ts';

/** Workspace, instance and group ids are random integers below 2^48. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.refine((id) => Number.isSafeInteger(id))),
  ),
);

export const numericId = z.number().check(z.refine((id) => Number.isSafeInteger(id) && id > 0));

export const opaqueId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** ISO 8601, UTC. */
export const time = z.iso.datetime();

/** An IANA time zone name. */
export const timeZone = z.string().check(z.refine(isTimeZone), z.meta({ examples: ['America/Sao_Paulo'] }));

export const workspaceStatus = z.enum(['ATIVO', 'INATIVO']);

export const userIdIgnored = z.optional(z.unknown());
