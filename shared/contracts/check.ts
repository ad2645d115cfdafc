import * as z from 'zod/mini';

import { stepNames, stepStates } from '../rules/execution/step-names.ts';
import { contract } from './endpoint.ts';
import { opaqueId } from './fields.ts';

export const checkReply = z.object({
  /** In the order of a run; `event` only where the trigger was to be fired. */
  steps: z.array(
    z.object({
      step: z.enum(stepNames),
      state: z.enum(stepStates),
      /** A key of the refusals table. */
      errorKey: z.optional(z.string()),
      /** The name of the device that confirms, where the step is about that one. */
      device: z.optional(z.string()),
      /** How long it took, or the routine until it answered. */
      ms: z.optional(z.number()),
    }),
  ),
});

/** Apart from the triggers, because one dialog shows it. */
export const checkContract = contract({
  checkTrigger: {
    method: 'POST',
    path: '/api/triggers/{id}/check',
    access: 'session',
    scope: 'workspace',
    params: z.object({ id: opaqueId }),
    body: z.object({ fire: z.boolean() }),
    reply: checkReply,
    owned: { 'params.id': 'trigger' },
    summary: 'Check each step until the routine of a trigger runs; with `fire`, run it when nothing is in the way',
  },
});
