import * as z from 'zod/mini';

/** The body also carries a key of the line, which is left where it is. */
export const envelope = z.object({
  event: z.string(),
  instance: z.string(),
  /** The line's own address. */
  sender: z.nullish(z.string()),
  date_time: z.nullish(z.string()),
  data: z.unknown(),
});

export type EvolutionEnvelope = z.output<typeof envelope>;
