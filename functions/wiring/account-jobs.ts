import * as z from 'zod/mini';

import { deleteAccounts } from '#functions/jobs/delete-accounts.ts';
import { forgetUser, type ForgetDeps } from '#functions/jobs/forget/forget-user.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { createStripeBilling } from '#functions/providers/stripe-billing.ts';

import { forgetting } from './parts/forgetting.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { World } from './world.ts';

const jobEvent = z.object({ job: z.literal('deleteAccounts') });

/** Kept for reading the whole table three times for the person who comes last. */
const reserveMs = 8 * 60_000;
/** For the worker, which takes devices out of Alexa and lines off gateways. */
const maxWaitMs = 60_000;

/** Schedules of `infra/functions.ts` call it with the name of a job. */
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
  const deps: ForgetDeps = { ...parts, stripe, say: () => undefined, pause, maxWaitMs };
  const forget = (userId: string) => forgetUser(deps, userId, { leaveUndone: false });
  return (deadline: Deadline) => deleteAccounts({ deletions: parts.deletions, forgetUser: forget, log, now }, deadline);
}
