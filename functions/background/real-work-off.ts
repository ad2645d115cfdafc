import { randomUUID } from 'node:crypto';

import { checkGrant } from '#functions/alexa/check-grant.ts';
import { realLinks } from '#functions/alexa/real-link.ts';
import { realSender } from '#functions/alexa/real-sender.ts';
import { reportDevices, type ReportDevicesDeps } from '#functions/alexa/report-devices.ts';
import { sendToGateway } from '#functions/alexa/send-to-gateway.ts';
import { tellOwner, type TellOwnerDeps } from '#functions/alexa/tell-owner.ts';
import { createCleaningStore } from '#functions/data/cleaning-store.ts';
import { createGroupStore } from '#functions/data/group-store.ts';
import { createInstanceStore } from '#functions/data/instance-store.ts';
import { createLeaseStore } from '#functions/data/lease-store.ts';
import { createLineMoveStore } from '#functions/data/line-move-store.ts';
import { createOutboxStore } from '#functions/data/outbox-store.ts';
import { createReportedStore } from '#functions/data/reported-store.ts';
import { createRunStore } from '#functions/data/run-store.ts';
import { createSubscriptionStore } from '#functions/data/subscription-store.ts';
import { createTriggerStore } from '#functions/data/trigger-store.ts';
import { createUserStore } from '#functions/data/user-store.ts';
import { log, now, realConfig, realMetrics, realTable, reportUnreadable as report } from '#functions/platform/deps.ts';
import { createEmail } from '#functions/providers/email.ts';
import { closeContacts } from '#functions/triggers/close-contact.ts';
import { leaveGroups } from '#functions/whatsapp/end-of-link.ts';
import { realGateways } from '#functions/whatsapp/real-gateways.ts';
import { removeLines } from '#functions/whatsapp/remove-line.ts';
import { tellLineLost } from '#functions/whatsapp/tell-line-lost.ts';

import { cleaningSteps, cleanUp } from './clean-up.ts';
import { workOff, type WorkOffDeps } from './work-off.ts';

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
