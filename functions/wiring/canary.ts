import * as z from 'zod/mini';

import { createLastRunStore } from '#functions/data/triggers/last-run-store.ts';
import { fireCanary, type Round } from '#functions/status/fire-canary.ts';

import type { World } from './world.ts';

/** Seconds within which the home must answer. Routines start within a few seconds. */
const event = z.object({ patienceSeconds: z._default(z.number().check(z.minimum(0), z.maximum(30)), 20) });

export function canary({ config, secrets, table, ...world }: World): (given: unknown) => Promise<Round> {
  const deps = {
    ...world,
    secret: secrets.canary,
    webhookUrl: config.WEBHOOK_URL,
    runs: createLastRunStore(table, world.report),
  };
  return (given) => fireCanary(deps, event.parse(given ?? {}).patienceSeconds * 1000);
}
