import { randomUUID } from 'node:crypto';

import { checkGrant } from '#functions/alexa/check-grant.ts';
import { reportDevices, type ReportDevicesDeps } from '#functions/alexa/devices/report-devices.ts';
import { sendToGateway } from '#functions/alexa/events/send-to-gateway.ts';
import { tellOwner, type TellOwnerDeps } from '#functions/alexa/notify-owner.ts';
import { createReportedStore } from '#functions/data/alexa/reported-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createCleaningStore } from '#functions/data/outbox/cleaning-store.ts';
import { createLeaseStore } from '#functions/data/outbox/lease-store.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { cleaningSteps, cleanUp } from '#functions/jobs/clean-up.ts';
import { workOff, type WorkOffDeps } from '#functions/outbox/process-partition.ts';
import { createEmail } from '#functions/providers/email.ts';
import { closeContacts } from '#functions/triggers/close-contact.ts';
import { tellLineLost } from '#functions/whatsapp/lines/notify-line-lost.ts';
import { removeLines } from '#functions/whatsapp/lines/remove-line.ts';
import { leaveGroups } from '#functions/whatsapp/numbers/end-of-link.ts';

import { realSender } from './alexa-sender.ts';
import { realLinks } from './amazon-links.ts';
import { log, now, realConfig, realMetrics, realTable, reportUnreadable as report } from './process.ts';
import { realGateways } from './whatsapp-gateways.ts';

/** The worker on one partition, with everything real; the outbox that it works on, and what closes contacts. */
export function realWorkOff() {
  const table = realTable();
  const outbox = createOutboxStore(table, report);
  const sender = realSender();
  const links = realLinks();
  const reporting: ReportDevicesDeps = {
    ...links,
    reported: createReportedStore(table, now, report),
    outbox,
    send: (holder, build, deadline) => sendToGateway(sender, holder, build, deadline, { patience: 'background' }),
    newId: randomUUID,
    pause: sender.pause,
    log,
    now,
  };
  const telling = {
    ...links,
    users: createUserStore(table, report),
    told: links.grants.told,
    sendMail: realMail(),
    appUrl: realConfig().APP_URL,
    log,
  } satisfies TellOwnerDeps;
  const lines = {
    instances: createInstanceStore(table, now, report),
    moves: createLineMoveStore(table, report),
    groups: createGroupStore(table, report),
    gateways: realGateways(),
    log,
    now,
  };
  const contacts = {
    ...links,
    triggers: createTriggerStore(table, { now, newId: randomUUID }, report),
    runs: createRunStore(table, now, report),
    outbox,
    send: (workspaceId: number, build: (token: string) => object, deadline: number) =>
      reporting.send({ workspaceId }, build, deadline),
    newId: randomUUID,
    pause: sender.pause,
    now,
  };
  const cleaning = {
    ...lines,
    cleaning: createCleaningStore(table),
    subscriptions: createSubscriptionStore(table, report),
    table,
    newId: randomUUID,
  };
  const deps: WorkOffDeps = {
    outbox,
    leases: createLeaseStore(table, now),
    topics: {
      devices: (entries, deadline) => reportDevices(reporting, entries, deadline),
      cleanUp: (entries, deadline) => cleanUp(cleaning, entries, deadline, cleaningSteps),
      closeContact: (entries, deadline) => closeContacts(contacts, entries, deadline),
      checkGrant: (entries, deadline) => checkGrant(sender, entries, deadline),
      tellOwner: (entries) => tellOwner(telling, entries),
      groups: (entries, deadline) => leaveGroups(lines, entries, deadline),
      line: (entries, deadline) => removeLines(lines, entries, deadline),
      tellLineLost: (entries) => tellLineLost({ ...telling, ...lines }, entries),
    },
    metrics: realMetrics(),
    newId: randomUUID,
    random: Math.random,
    log,
    now,
  };
  return { outbox, contacts, workOff: (partition: string, deadline: number) => workOff(deps, partition, deadline) };
}

/** Undefined where no sender is set. */
function realMail(): TellOwnerDeps['sendMail'] {
  const { EMAIL_FROM: from, SES_ENDPOINT: endpoint, DATA_REGION: region } = realConfig();
  return from === undefined ? undefined : createEmail({ from, region, endpoint });
}
