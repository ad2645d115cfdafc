import * as z from 'zod/mini';

import { nightlyFailures } from '../rules/nightly/night-reasons.ts';
import { nightlyStates } from '../rules/nightly/nightly.ts';
import { contract } from './endpoint.ts';
import { opaqueId, time, timeZone } from './fields.ts';

const nightlyCheck = z.object({
  state: z.enum(nightlyStates),
  /** The trigger that the routine reacts to; absent while the check is off. */
  trigger: z.optional(z.object({ id: opaqueId, name: z.string() })),
  nextAt: z.optional(time),
  /**
   * The last check, or a later run of the same trigger that the routine answered. `ms` is the time until it answered.
   */
  last: z.optional(z.object({ at: time, ms: z.optional(z.number()) })),
  /** The first of the failed nights in a row, and why the last one failed. */
  failed: z.optional(z.object({ since: time, why: z.enum(nightlyFailures) })),
});

export type NightlyCheck = z.output<typeof nightlyCheck>;

const path = '/api/nightly-check';

/** Separate from the planned runs because it is one switch for the whole workspace. */
export const nightlyCheckContract = contract({
  readNightlyCheck: {
    method: 'GET',
    path,
    access: 'session',
    scope: 'workspace',
    reply: nightlyCheck,
    summary: 'Whether the nightly check is on, and its last result',
  },
  switchNightlyCheck: {
    method: 'PATCH',
    path,
    access: 'session',
    scope: 'workspace',
    body: z.object({
      on: z.boolean(),
      /** The browser's time zone; stored for the workspace if it has none. */
      timeZone: z.optional(timeZone),
    }),
    reply: nightlyCheck,
    summary: 'Switch the nightly check on or off; switching it on creates its trigger, switching it off deletes it',
  },
});
