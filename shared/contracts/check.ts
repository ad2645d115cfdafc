import * as z from 'zod/mini';

import { stepNames, stepStates } from '../rules/execution/step-names.ts';
import { contract } from './endpoint.ts';
import { opaqueId } from './fields.ts';

export const checkReply = z.object({
  /** In the order of a run. `event` appears only if the check was to fire the trigger. */
  steps: z.array(
    z.object({
      step: z.enum(stepNames),
      state: z.enum(stepStates),
      /** A key of the refusals table. */
      errorKey: z.optional(z.string()),
      /** The name of the confirming device, for steps about that device. */
      device: z.optional(z.string()),
      /** Duration of the step, or the time until the routine answered. */
      ms: z.optional(z.number()),
    }),
  ),
});

/** Separate from the trigger endpoints because a single dialog uses it. */
export const checkContract = contract({
  checkTrigger: {
    method: 'POST',
    path: '/api/triggers/{id}/check',
    access: 'session',
    scope: 'workspace',
    params: z.object({ id: opaqueId }),
    /** With `by`, the check includes what refuses only runs by click, as it does with `fire`. */
    body: z.object({ fire: z.boolean(), by: z.optional(z.literal('click')) }),
    reply: checkReply,
    owned: { 'params.id': 'trigger' },
    summary: 'Check each step that a run of a trigger needs; with `fire`, run it if no step blocks it',
  },
});
