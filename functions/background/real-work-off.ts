import { randomUUID } from 'node:crypto';

import { realLinks } from '#functions/alexa/real-link.ts';
import { realSender } from '#functions/alexa/real-sender.ts';
import { reportDevices, type ReportDevicesDeps } from '#functions/alexa/report-devices.ts';
import { sendToGateway } from '#functions/alexa/send-to-gateway.ts';
import { createCleaningStore } from '#functions/data/cleaning-store.ts';
import { createLeaseStore } from '#functions/data/lease-store.ts';
import { createOutboxStore } from '#functions/data/outbox-store.ts';
import { createReportedStore } from '#functions/data/reported-store.ts';
import { log, now, realMetrics, realTable, reportUnreadable as report } from '#functions/platform/deps.ts';

import { cleanUp } from './clean-up.ts';
import { workOff, type WorkOffDeps } from './work-off.ts';

/** The worker on one partition, with everything real; the outbox that it works on, and the sender that it uses. */
export function realWorkOff() {
  const table = realTable();
  const outbox = createOutboxStore(table, report);
  const sender = realSender();
  const reporting: ReportDevicesDeps = {
    ...realLinks(),
    reported: createReportedStore(table, now, report),
    outbox,
    send: (holder, build, deadline) => sendToGateway(sender, holder, build, deadline, { patience: 'background' }),
    newId: randomUUID,
    pause: sender.pause,
    log,
    now,
  };
  const cleaning = { cleaning: createCleaningStore(table), now };
  const deps: WorkOffDeps = {
    outbox,
    leases: createLeaseStore(table, now),
    topics: {
      devices: (entries, deadline) => reportDevices(reporting, entries, deadline),
      cleanUp: (entries, deadline) => cleanUp(cleaning, entries, deadline),
    },
    metrics: realMetrics(),
    newId: randomUUID,
    random: Math.random,
    log,
    now,
  };
  return { outbox, sender, workOff: (partition: string, deadline: number) => workOff(deps, partition, deadline) };
}
