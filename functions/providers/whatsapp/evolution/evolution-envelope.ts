import * as z from 'zod/mini';

import { identifier } from '../../text-limits.ts';

/** The line's key in the body is not read. */
export const envelope = z.object({
  event: z.string(),
  instance: identifier,
  /** The line's own address. */
  sender: z.nullish(z.string()),
  date_time: z.nullish(z.string()),
  data: z.unknown(),
});

export type EvolutionEnvelope = z.output<typeof envelope>;
