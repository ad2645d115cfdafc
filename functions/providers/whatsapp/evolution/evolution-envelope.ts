import * as z from 'zod/mini';

import { identifier } from '../../text-limits.ts';
import { spareText } from '../spare-fields.ts';

/** Does not read the line's key in the body. */
export const envelope = z.object({
  event: z.string(),
  instance: identifier,
  /** Address of the line itself. */
  sender: spareText,
  date_time: spareText,
  data: z.unknown(),
});

export type EvolutionEnvelope = z.output<typeof envelope>;
