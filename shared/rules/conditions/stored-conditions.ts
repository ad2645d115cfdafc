import * as z from 'zod/mini';

import { channels } from '../channels.ts';

/** Conditions as stored by the server. Readers need only the shape, not the checks of `conditions`. */
export const storedConditions = z.object({
  coolDownSeconds: z.optional(z.number()),
  hours: z.optional(z.array(z.object({ days: z.array(z.number()), from: z.string(), to: z.string() }))),
  channels: z.optional(z.array(z.enum(channels))),
  people: z.optional(z.array(z.string())),
  networks: z.optional(z.array(z.string())),
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
});
