import * as z from 'zod/mini';

import { channels } from '../channels.ts';

/** As the server stored them: a reader needs their shape, and none of the checks that `conditions` makes. */
export const toldConditions = z.object({
  coolDownSeconds: z.optional(z.number()),
  hours: z.optional(z.array(z.object({ days: z.array(z.number()), from: z.string(), to: z.string() }))),
  channels: z.optional(z.array(z.enum(channels))),
  people: z.optional(z.array(z.string())),
  networks: z.optional(z.array(z.string())),
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
});
