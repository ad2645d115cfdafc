import * as z from 'zod/mini';

import { numeral } from '../../numeral.ts';
import { identifier } from '../../text-limits.ts';
import { spare } from '../spare-fields.ts';
import { meShape } from './waha-state.ts';

export const envelope = z.object({
  id: identifier.check(z.minLength(1)),
  /** In milliseconds since 1970; signed. */
  timestamp: z.pipe(numeral, z.int()),
  event: z.string(),
  session: identifier,
  me: spare(meShape),
  payload: z.unknown(),
});

export type WahaEnvelope = z.output<typeof envelope>;
