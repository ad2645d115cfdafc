import * as z from 'zod/mini';

import { deleteAccounts } from '#functions/jobs/delete-accounts.ts';
import { forgetUser, type ForgetDeps } from '#functions/jobs/forget/forget-user.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { createStripeBilling } from '#functions/providers/stripe-billing.ts';

import { forgetting } from './parts/forgetting.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { World } from './world.ts';

const jobEvent = z.object({ job: z.literal('deleteAccounts') });

/** Reserved for reading the whole table three times for the last account. */
const reserveMs = 8 * 60_000;
/** Time for the worker to remove devices from Alexa and lines from gateways. */
const maxWaitMs = 60_000;

/** Called by the schedules of `infra/functions.ts` with the name of a job. */
export function accountJobs(world: World) {
  const { config, secrets } = world;
  const patience = { timeoutMs: 8_000, retries: 2 };
  const stripe = createStripeBilling({ secret: secrets.stripe, place: config, patience });
  const deleteDue = accountDeletion(world, async () => ((await secrets.stripe()) ? stripe : undefined));
  return async (event: unknown, limit: TimeLimit): Promise<void> => {
    jobEvent.parse(event);
    await deleteDue(deadlineOf(world, limit, reserveMs));
  };
}

export function accountDeletion(world: World, stripe: ForgetDeps['stripe']) {
  const { log, now, pause } = world;
  const parts = forgetting(world);
  const deps: ForgetDeps = { ...parts, stripe, print: () => undefined, pause, maxWaitMs };
  const forget = (userId: string) => forgetUser(deps, userId, { leaveUndone: false });
  return (deadline: Deadline) => deleteAccounts({ deletions: parts.deletions, forgetUser: forget, log, now }, deadline);
}
