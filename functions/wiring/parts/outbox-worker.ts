import { notifyDeletion } from '#functions/account/notify-deletion.ts';
import { checkGrant } from '#functions/alexa/check-grant.ts';
import { reportDevices, type ReportDevicesDeps } from '#functions/alexa/devices/report-devices.ts';
import type { RenewDeps } from '#functions/alexa/events/renew-access-token.ts';
import { sendToGateway } from '#functions/alexa/events/send-to-gateway.ts';
import { notifyAccountMoved } from '#functions/alexa/notify-account-moved.ts';
import { notifyNewDevice } from '#functions/auth/sessions/notify-new-device.ts';
import { createGrantEndStore } from '#functions/data/alexa/grant-end-store.ts';
import { createReportedStore } from '#functions/data/alexa/reported-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createNotificationStore } from '#functions/data/findings/notification-store.ts';
import { createCleaningStore } from '#functions/data/outbox/cleaning-store.ts';
import { createLeaseStore } from '#functions/data/outbox/lease-store.ts';
import { createOutboxStore, outboxPut } from '#functions/data/outbox/outbox-store.ts';
import { createDeletionStore } from '#functions/data/people/deletion-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupFactsStore } from '#functions/data/whatsapp/group-facts-store.ts';
import { createGroupLimitStore } from '#functions/data/whatsapp/group-limit-store.ts';
import { createGroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { mailFindings } from '#functions/findings/mail-findings.ts';
import { moveOldNotices } from '#functions/findings/move-old-notices.ts';
import { reportFindings, type ReportFindingsDeps } from '#functions/findings/report-findings.ts';
import { cleaningSteps, cleanUp } from '#functions/jobs/clean-up.ts';
import type { MailDeps } from '#functions/outbox/mail-work.ts';
import { processPartition, type PartitionDeps } from '#functions/outbox/process-partition.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { createEmail } from '#functions/providers/email.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import { closeContacts, type CloseContactDeps, type CloseContactsDeps } from '#functions/triggers/close-contact.ts';
import { answerLate, type AnswerLateDeps } from '#functions/whatsapp/inbound/answer-late.ts';
import { removeLines } from '#functions/whatsapp/lines/remove-line.ts';
import { leaveGroups } from '#functions/whatsapp/numbers/end-of-link.ts';
import type { Language } from '#shared/rules/language.ts';
import { skillPageAddress } from '#shared/rules/skill-page.ts';

import type { SealedWorld, World } from '../world.ts';
import { alexaSender } from './alexa-sender.ts';
import { amazonLinks } from './amazon-links.ts';
import { execution } from './execution.ts';
import { foundIn } from './found.ts';
import { whatsappGateways } from './whatsapp-gateways.ts';

export type WorkerProviders = {
  renewing: RenewDeps;
  send: ReportDevicesDeps['send'];
  gateways: WhatsAppGateways;
  sendMail: MailDeps['sendMail'];
  /** Fires the trigger that an owner chose for findings. */
  execute: ReportFindingsDeps['execute'];
};

export function outboxWorker(world: World, { renewing, send, gateways, sendMail, execute }: WorkerProviders) {
  const { config, table, metrics, newId, random, pause, log, now, report } = world;
  const outbox = createOutboxStore(table, report);
  const links = amazonLinks(world);
  const ends = createGrantEndStore(table);
  const reporting: ReportDevicesDeps = {
    ...links,
    reported: createReportedStore(table, now, report),
    outbox,
    findingsCheck: (workspaceId) => outboxPut(table, { topic: 'findings', workspaceId }, { id: newId(), now: now() }),
    send,
    newId,
    pause,
    log,
    now,
  };
  const notifying = {
    ...links,
    users: createUserStore(table, report),
    sendMail,
    appUrl: config.APP_URL,
    skillPage: (language: Language) => skillPageAddress(config.ALEXA_SKILL_PAGE, language),
    log,
    now,
  };
  const telling: ReportFindingsDeps = {
    ...notifying,
    ...foundIn(world),
    workspaces: createWorkspaceStore(table, report),
    told: createNotificationStore(table, report),
    execute,
    table,
    newId,
  };
  const lines = {
    instances: createInstanceStore(table, now, report),
    moves: createLineMoveStore(table, report),
    groups: createGroupStore(table, report),
    gateways,
    log,
    now,
  };
  const contacts: CloseContactDeps & CloseContactsDeps = {
    ...links,
    triggers: createTriggerStore(table, { now, newId }, report),
    runs: createRunStore(table, now, report),
    outbox,
    send: (workspaceId, build, deadline) => send({ workspaceId }, build, deadline),
    newId,
    pause,
    now,
  };
  const answering: AnswerLateDeps = {
    ...lines,
    messages: createGroupMessageStore(table, now, report),
    limits: createGroupLimitStore(table, now, report),
    facts: createGroupFactsStore(table, now, report),
    receipts: createReceiptStore(table, now, report),
    users: notifying.users,
    metrics,
    newId,
  };
  const cleaning = {
    ...lines,
    cleaning: createCleaningStore(table),
    subscriptions: createSubscriptionStore(table, report),
    table,
    newId,
  };
  const deletions = createDeletionStore(table, report);
  const deps: PartitionDeps = {
    outbox,
    leases: createLeaseStore(table, now),
    topics: {
      devices: (entries, deadline) => reportDevices(reporting, entries, deadline),
      cleanUp: (entries, deadline) => cleanUp(cleaning, entries, deadline, cleaningSteps),
      closeContact: (entries, deadline) => closeContacts(contacts, entries, deadline),
      lateAnswer: (entries, deadline) => answerLate(answering, entries, deadline),
      checkGrant: (entries, deadline) => checkGrant({ ...reporting, ...renewing, ends }, entries, deadline),
      tellOwner: (entries) => Promise.resolve(moveOldNotices(world, entries)),
      accountMoved: (entries) => notifyAccountMoved(notifying, entries),
      groups: (entries, deadline) => leaveGroups(lines, entries, deadline),
      line: (entries, deadline) => removeLines(lines, entries, deadline),
      tellLineLost: (entries) => Promise.resolve(moveOldNotices(world, entries)),
      findings: (entries) => reportFindings(telling, entries),
      mailFindings: (entries) => mailFindings(telling, entries),
      tellDeletion: (entries) => notifyDeletion({ ...notifying, deletions }, entries),
      newDevice: (entries) => notifyNewDevice(notifying, entries),
    },
    metrics,
    newId,
    random,
    log,
    now,
  };
  return {
    outbox,
    contacts,
    processPartition: (partition: string, deadline: Deadline) => processPartition(deps, partition, deadline),
  };
}

/** Without a configured sender, no mail is sent. */
export function workerProviders(world: SealedWorld): WorkerProviders {
  const { EMAIL_FROM: from, SES_ENDPOINT: endpoint, DATA_REGION: region } = world.config;
  const sender = alexaSender(world);
  return {
    renewing: sender,
    send: (holder, build, deadline) => sendToGateway(sender, holder, build, deadline, { patience: 'background' }),
    gateways: whatsappGateways(world),
    sendMail: from === undefined ? undefined : createEmail({ from, region, endpoint }),
    execute: execution(world),
  };
}
