import * as z from 'zod/mini';

import { channels } from '../channels.ts';
import { weeklyRule } from '../schedule/weekly-rule.ts';
import { isNetwork } from './networks.ts';

const few = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  z.array(item).check(
    z.minLength(1),
    z.maxLength(most),
    z.refine((items) => new Set(items.map((each) => JSON.stringify(each))).size === items.length),
  );

const { days, time } = weeklyRule.shape;

/** A group member: 12 hex digits of a hash of workspace and sender, which do not reveal the phone number. */
export const personId = z.string().check(z.regex(/^[0-9a-f]{12}$/), z.meta({ examples: ['0123456789ab'] }));

const network = z.string().check(z.maxLength(49), z.refine(isNetwork), z.meta({ examples: ['203.0.113.0/24'] }));

/** When, where and by whom something may be fired. Absent conditions are not checked. */
export const conditions = z
  .object({
    /** Since the last run that may have reached Alexa. */
    coolDownSeconds: z.optional(z.int().check(z.minimum(1), z.maximum(86_400))),
    /** In the workspace's time zone. */
    hours: z.optional(few(z.object({ days, from: time, to: time }), 4)),
    channels: z.optional(few(z.enum(channels), channels.length)),
    /** Group members. Ignored for other channels, which do not identify their users. */
    people: z.optional(few(personId, 20)),
    /** CIDR ranges or single addresses. Only for channels that are called over a network. */
    networks: z.optional(few(network, 5)),
    from: z.optional(z.iso.datetime().check(z.meta({ examples: ['2026-01-01T00:00:00.000Z'] }))),
    until: z.optional(z.iso.datetime()),
  })
  .check(z.refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), { path: ['until'] }));

export type Conditions = z.output<typeof conditions>;
