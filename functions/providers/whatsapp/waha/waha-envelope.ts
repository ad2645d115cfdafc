import * as z from 'zod/mini';

import { meShape } from './waha-state.ts';

export const envelope = z.object({
  id: z.string().check(z.minLength(1)),
  /** Milliseconds, signed. */
  timestamp: z.int(),
  event: z.string(),
  session: z.string(),
  me: z.nullish(meShape),
  payload: z.unknown(),
});

export type WahaEnvelope = z.output<typeof envelope>;
