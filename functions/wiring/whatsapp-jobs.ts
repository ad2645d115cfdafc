import * as z from 'zod/mini';

import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createPulseStore } from '#functions/data/pulse-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { newToken } from '#functions/platform/hashes.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import { reconcile, type ReconcileAllDeps } from '#functions/whatsapp/lines/reconcile.ts';
import { renewLineKeys, type RenewKeysDeps } from '#functions/whatsapp/lines/renew-line-keys.ts';
import { syncDueLines } from '#functions/whatsapp/lines/sync-due-lines.ts';

import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import { whatsappGateways } from './parts/whatsapp-gateways.ts';
import type { SealedWorld } from './world.ts';

const jobs = { lookAtLines: syncDueLines, reconcile } as const;

/** `renewLineKeys` has no schedule: an operator starts it after keys may have leaked (`docs/secrets.md`). */
const jobEvent = z.discriminatedUnion('job', [
  z.object({ job: z.enum(['lookAtLines', 'reconcile']) }),
  z.object({ job: z.literal('renewLineKeys'), before: z.iso.datetime() }),
]);

/** Returns how many keys are left after `renewLineKeys`. */
export function whatsappJobs(world: SealedWorld) {
  const deps = lineJobs(world, whatsappGateways(world));
  return async (event: unknown, limit: TimeLimit): Promise<{ left: number } | undefined> => {
    const wanted = jobEvent.parse(event);
    const deadline = deadlineOf(world, limit);
    if (wanted.job === 'renewLineKeys') return { left: await renewLineKeys(deps, deadline, Date.parse(wanted.before)) };
    await jobs[wanted.job](deps, deadline);
    return undefined;
  };
}

export function lineJobs(world: SealedWorld, gateways: WhatsAppGateways) {
  const { config, table, seal, metrics, newId, log, now, report } = world;
  return {
    table,
    instances: createInstanceStore(table, now, report),
    moves: createLineMoveStore(table, report),
    groups: createGroupStore(table, report),
    outbox: createOutboxStore(table, report),
    gateways,
    pulses: createPulseStore(table, now, report),
    seal,
    webhookUrl: config.WEBHOOK_URL,
    metrics,
    newId,
    newToken,
    log,
    now,
  } satisfies ReconcileAllDeps & RenewKeysDeps;
}
