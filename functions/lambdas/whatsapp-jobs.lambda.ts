import { randomUUID } from 'node:crypto';

import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';

import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createPulseStore } from '#functions/data/pulse-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { newToken } from '#functions/platform/hashes.ts';
import { reconcile, type ReconcileAllDeps } from '#functions/whatsapp/lines/reconcile.ts';
import { renewLineKeys, type RenewKeysDeps } from '#functions/whatsapp/lines/renew-line-keys.ts';
import { lookAtDueLines } from '#functions/whatsapp/lines/sync-due-lines.ts';
import {
  log,
  now,
  realConfig,
  realMetrics,
  realSeal,
  realTable,
  reportUnreadable as report,
  warmUp,
} from '#functions/wiring/process.ts';
import { realGateways } from '#functions/wiring/whatsapp-gateways.ts';

const table = realTable();
warmUp(['whatsapp', 'encryption'], { table });

const deps: ReconcileAllDeps & RenewKeysDeps = {
  table,
  instances: createInstanceStore(table, now, report),
  moves: createLineMoveStore(table, report),
  groups: createGroupStore(table, report),
  outbox: createOutboxStore(table, report),
  gateways: realGateways(),
  pulses: createPulseStore(table, now, report),
  seal: realSeal(),
  webhookUrl: realConfig().WEBHOOK_URL,
  metrics: realMetrics(),
  newId: randomUUID,
  newToken,
  log,
  now,
};

const jobs = { lookAtLines: lookAtDueLines, reconcile } as const;

/** `renewLineKeys` is no clock's: an operator calls it, after the keys of lines may have leaked (`RUNBOOK.md`). */
const jobEvent = z.discriminatedUnion('job', [
  z.object({ job: z.enum(['lookAtLines', 'reconcile']) }),
  z.object({ job: z.literal('renewLineKeys'), before: z.iso.datetime() }),
]);

/** Kept for a call that is under way when the time is up. */
const reserveMs = 10_000;

/** The clocks of `infra/functions.ts` call this with the name of a job; who renews keys is told how many are left. */
export const handler = async (
  event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<{ left: number } | undefined> => {
  const wanted = jobEvent.parse(event);
  const deadline = now().getTime() + context.getRemainingTimeInMillis() - reserveMs;
  if (wanted.job === 'renewLineKeys') return { left: await renewLineKeys(deps, deadline, Date.parse(wanted.before)) };
  await jobs[wanted.job](deps, deadline);
  return undefined;
};
