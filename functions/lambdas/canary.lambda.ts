import { setTimeout as pause } from 'node:timers/promises';

import * as z from 'zod/mini';

import { createLastRunStore } from '#functions/data/triggers/last-run-store.ts';
import { createHttp } from '#functions/providers/http.ts';
import { fireCanary, type CanaryDeps, type Round } from '#functions/status/fire-canary.ts';
import {
  log,
  now,
  realConfig,
  realMetrics,
  realSecrets,
  realTable,
  reportUnreadable as report,
} from '#functions/wiring/process.ts';

const deps: CanaryDeps = {
  secret: realSecrets().canary,
  webhookUrl: realConfig().WEBHOOK_URL,
  http: createHttp(now),
  runs: createLastRunStore(realTable(), report),
  pause,
  metrics: realMetrics(),
  log,
  now,
};

/** How long the house may take to answer; routines begin within a few seconds. */
const event = z.object({ patienceSeconds: z._default(z.number().check(z.minimum(0), z.maximum(30)), 20) });

/** A clock calls this, or a person who wants to know: it fails when the house is mute. */
export const handler = (given: unknown): Promise<Round> =>
  fireCanary(deps, event.parse(given ?? {}).patienceSeconds * 1000);
