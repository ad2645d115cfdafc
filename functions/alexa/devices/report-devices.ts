import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import type { ListDevices } from '#functions/data/alexa/device-list.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import {
  isLeftOut,
  type Reported,
  type ReportedStore,
  type ReportRefusal,
} from '#functions/data/alexa/reported-store.ts';
import { holderOf, type GrantItem } from '#functions/data/items/grant-item.ts';
import type { TokenHolder } from '#functions/data/keys.ts';
import type { OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import type { Sent } from '../events/send-to-gateway.ts';
import { endpointsOf, type DiscoveryEndpoint } from '../messages/endpoint.ts';
import {
  deviceDifference,
  markUncertain,
  switchedDevices,
  type Difference,
  type Switched,
} from './device-difference.ts';
import { deviceForm, inCurrentForm } from './device-form.ts';
import { sendReports, type SendReportsDeps, type SentReports } from './send-reports.ts';

export type ReportDevicesDeps = SendReportsDeps & {
  links: Pick<AmazonLinkStore, 'find'>;
  grants: Pick<GrantStore, 'findGrant'>;
  listDevices: ListDevices;
  reported: ReportedStore;
  outbox: Pick<OutboxStore, 'add'>;
  /** Queues a check of findings. */
  findingsCheck: (workspaceId: number) => TransactItem;
  send: (
    holder: TokenHolder,
    build: (token: string) => object,
    deadline: Deadline,
  ) => Promise<Pick<Sent, 'outcome' | 'retryAfterSeconds'>>;
};

type Entry = EntryOf<'devices'>;

/** How long Amazon may take to distribute a new grant. Until then, "never enabled" proves nothing. */
const distributionMs = 600_000;

/** Drops the report without a grant, because enabling the skill later starts a discovery. */
export async function reportDevices(
  deps: ReportDevicesDeps,
  entries: readonly Entry[],
  deadline: Deadline,
): Promise<Work> {
  const [entry] = entries;
  if (!entry) return { outcome: 'done', writes: [] };
  const { amazonUserId } = entry;
  const [reported, wanted, grant] = await Promise.all([
    deps.reported.find(amazonUserId),
    wantedDevices(deps, amazonUserId),
    deps.grants.findGrant(amazonUserId),
  ]);
  if (grant?.state !== 'valid') return forgetDevices(deps, reported);

  const removed = entries.flatMap((each) => each.removed);
  const switched = switchedDevices(wanted.health, reported.devices);
  const listed = deviceDifference(wanted.endpoints, wanted.kept, withoutMissed(reported, entries), removed);
  const difference = { ...listed, switched };
  if (listed.changed.length + listed.gone.length + switched.length === 0) {
    const isCurrent = reported.form === deviceForm;
    return {
      outcome: 'done',
      writes: isCurrent ? [] : [deps.reported.write(inCurrentForm(reported), reported.devices)],
    };
  }
  const begun = await deps.reported.save(reported, markUncertain(reported.devices, difference));
  if (begun === 'changed') return { outcome: 'retry', failure: 'overtaken' };

  const send = (build: (token: string) => object, until: Deadline) => deps.send(holderOf(grant), build, until);
  const sent = await sendReports(deps, send, difference, begun.devices, deadline);
  const wasLeftOut = Object.values(reported.devices).some(isLeftOut);
  return workAfterReport(deps, { entry, grant, difference, begun, wasLeftOut }, sent);
}

type Pass = { entry: Entry; grant: GrantItem; difference: Difference; begun: Reported; wasLeftOut: boolean };

async function workAfterReport(deps: ReportDevicesDeps, pass: Pass, sent: SentReports): Promise<Work> {
  const { changed, gone } = pass.difference;
  const { workspaceId } = pass.entry;
  if (sent.outcome === 'retry') {
    if ((await deps.reported.save(pass.begun, sent.devices)) === 'changed') await doubtAgain(deps, pass);
    const { failure, retryAfterSeconds } = sent;
    return { outcome: 'retry', failure, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  if (sent.outcome === 'refused') {
    const listener = await listenerNow(deps, pass.grant, sent.by);
    if (listener === 'moved') {
      if ((await deps.reported.save(pass.begun, sent.devices)) === 'changed') await doubtAgain(deps, pass);
      return { outcome: 'moved', failure: sent.by };
    }
    if (listener === 'perhaps') return { outcome: 'retry', failure: sent.by };
    deps.log('devices.nobodyListens', { workspaceId, reason: sent.by });
    const triggersLeft = (await wantedDevices(deps, pass.entry.amazonUserId)).endpoints.length > 0;
    const refused = deps.reported.write(inCurrentForm(pass.begun), {}, triggersLeft ? sent.by : undefined);
    return { outcome: 'done', writes: [refused, ...(triggersLeft ? [deps.findingsCheck(workspaceId)] : [])] };
  }
  deps.log('devices.reported', { workspaceId, changed: changed.length, gone: gone.length });
  return {
    outcome: 'done',
    writes: [
      deps.reported.write(inCurrentForm(pass.begun), sent.devices),
      ...(pass.wasLeftOut || Object.values(sent.devices).some(isLeftOut) ? [deps.findingsCheck(workspaceId)] : []),
    ],
    overtaken: () => doubtAgain(deps, pass),
  };
}

function withoutMissed({ devices }: Reported, entries: readonly Entry[]): Reported['devices'] {
  const missed = new Set(entries.flatMap(({ again }) => again ?? []));
  return Object.fromEntries(Object.entries(devices).filter(([deviceId]) => !missed.has(deviceId)));
}

/** Reads the grant again, because the refusal may concern one that was just moved, renewed or issued. */
async function listenerNow(
  deps: ReportDevicesDeps,
  seen: GrantItem,
  refusedAs: ReportRefusal,
): Promise<'moved' | 'perhaps' | 'nobody'> {
  const grant = await deps.grants.findGrant(seen.amazonUserId);
  if (grant?.state !== 'valid') return 'nobody';
  if (grant.workspaceId !== seen.workspaceId || grant.grantedAt !== seen.grantedAt) return 'moved';
  const isNew = deps.now().getTime() - Date.parse(grant.grantedAt) < distributionMs;
  return refusedAs === 'grantRevoked' || (refusedAs === 'skillNotEnabled' && isNew) ? 'perhaps' : 'nobody';
}

const forgetDevices = (deps: ReportDevicesDeps, reported: Reported): Work =>
  Object.keys(reported.devices).length === 0
    ? { outcome: 'done', writes: [] }
    : { outcome: 'done', writes: [deps.reported.write(reported, {})] };

async function wantedDevices(
  deps: ReportDevicesDeps,
  amazonUserId: string,
): Promise<{ endpoints: DiscoveryEndpoint[]; kept: string[]; health: Switched[] }> {
  const link = await deps.links.find(amazonUserId);
  if (!link) return { endpoints: [], kept: [], health: [] };
  const { devices, unreadable } = await deps.listDevices(link.workspaceId, link.link);
  const kept = [...unreadable];
  const endpoints = endpointsOf(devices, (deviceId, cause) => {
    kept.push(deviceId);
    deps.log('devices.leftOut', { deviceId }, cause);
  });
  const health = devices.map(({ deviceId, enabled, updatedAt }) => ({
    deviceId,
    reachable: enabled !== false,
    at: updatedAt === undefined ? deps.now() : new Date(updatedAt),
  }));
  return { endpoints, kept, health };
}

/** Another worker took over. Our reports may have undone its reports, so everything that we sent is in doubt. */
async function doubtAgain(deps: ReportDevicesDeps, { entry, difference }: Pass): Promise<void> {
  const logDoubtLost = (): void => deps.log('devices.doubtNotKept', { workspaceId: entry.workspaceId });
  await retryOnConflict({ exhausted: logDoubtLost }, async () => {
    const reported = await deps.reported.find(entry.amazonUserId);
    const write = deps.reported.write(reported, markUncertain(reported.devices, difference));
    const made = { id: deps.newId(), now: deps.now() };
    const added = await deps.outbox.add({ ...entry, removed: difference.gone }, made, [write]);
    return added === 'done' ? added : 'conflict';
  });
}
