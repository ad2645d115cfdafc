import { isReportRefusal, leftOutHash, type ReportRefusal } from '#functions/data/alexa/reported-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import type { Sent } from '../events/send-to-gateway.ts';
import type { DiscoveryEndpoint } from '../messages/endpoint.ts';
import { addOrUpdateReport, connectivityReport, deleteReport } from '../messages/skill-messages.ts';
import { hashOfEndpoint, healthKey, off, type Difference, type Switched } from './device-difference.ts';

export type SendReport = (
  build: (token: string) => object,
  deadline: Deadline,
) => Promise<Pick<Sent, 'outcome' | 'retryAfterSeconds'>>;

export type SendReportsDeps = {
  newId: () => string;
  now: () => Date;
  pause: (ms: number) => Promise<void>;
  log: Log;
};

/** Every change that Alexa accepted is in `devices`, even after a failure. */
export type SentReports = { devices: Record<string, string> } & (
  | { outcome: 'sent' }
  /** The grant is not usable. */
  | { outcome: 'refused'; by: ReportRefusal }
  /** A retry may succeed. */
  | { outcome: 'retry'; failure: string; retryAfterSeconds?: number }
);

type Part =
  | { kind: 'add'; endpoints: readonly DiscoveryEndpoint[] }
  | { kind: 'delete'; deviceIds: readonly string[] }
  | ({ kind: 'switch' } & Switched);

/** Amazon accepts 256 KB, including the token and the envelope. */
const bytesPerReport = 200_000;
const endpointsPerReport = 300;
// Amazon documents no limit, but larger reports failed with status 500.
const deletesPerReport = 30;
const betweenReportsMs = 150;

/** Sends removals first, to make room for additions. Returns `devices` with the changes that Alexa accepted. */
export async function sendReports(
  deps: SendReportsDeps,
  send: SendReport,
  difference: Difference,
  devices: Readonly<Record<string, string>>,
  deadline: Deadline,
): Promise<SentReports> {
  const accepted = { ...devices };
  const parts: Part[] = [
    ...chunks(difference.gone, deletesPerReport).map((deviceIds): Part => ({ kind: 'delete', deviceIds })),
    ...splitByBytes(difference.changed).map((endpoints): Part => ({ kind: 'add', endpoints })),
    ...(difference.switched ?? []).map((switched): Part => ({ kind: 'switch', ...switched })),
  ];
  for (let part = parts.shift(), first = true; part; part = parts.shift(), first = false) {
    if (!first) await deps.pause(betweenReportsMs);
    if (deadline.isOver()) return { outcome: 'retry', failure: 'outOfTime', devices: accepted };
    const messageId = deps.newId();
    const { outcome, retryAfterSeconds } = await send(builder(part, messageId), deadline);
    if (outcome === 'sent') recordAccepted(accepted, part);
    else if ((outcome === 'tooLarge' || outcome === 'malformed') && sizeOf(part) > 1) parts.unshift(...bisect(part));
    else if (outcome === 'malformed') recordLeftOut(deps, accepted, part);
    else if (isReportRefusal(outcome)) return { outcome: 'refused', by: outcome, devices: accepted };
    else {
      return { outcome: 'retry', failure: outcome, devices: accepted, ...(retryAfterSeconds && { retryAfterSeconds }) };
    }
  }
  return { outcome: 'sent', devices: accepted };
}

const builder =
  (part: Part, messageId: string) =>
  (token: string): object => {
    const stamp = { newId: () => messageId };
    if (part.kind === 'add') return addOrUpdateReport(stamp, part.endpoints, token);
    if (part.kind === 'delete') return deleteReport(stamp, part.deviceIds, token);
    return connectivityReport(stamp, part, token);
  };

function recordAccepted(accepted: Record<string, string>, part: Part): void {
  if (part.kind === 'add') {
    for (const endpoint of part.endpoints) accepted[endpoint.endpointId] = hashOfEndpoint(endpoint);
  } else if (part.kind === 'delete') {
    for (const deviceId of part.deviceIds) {
      delete accepted[deviceId];
      delete accepted[healthKey(deviceId)];
    }
  } else if (part.reachable) {
    delete accepted[healthKey(part.deviceId)];
  } else {
    accepted[healthKey(part.deviceId)] = off;
  }
}

function recordLeftOut({ log }: SendReportsDeps, accepted: Record<string, string>, part: Part): void {
  if (part.kind === 'add') {
    for (const endpoint of part.endpoints) accepted[endpoint.endpointId] = leftOutHash(hashOfEndpoint(endpoint));
  } else {
    recordAccepted(accepted, part);
  }
  const [deviceId] = idsOf(part);
  log('devices.leftOut', { deviceId, reason: 'malformed' });
}

function idsOf(part: Part): readonly string[] {
  if (part.kind === 'add') return part.endpoints.map(({ endpointId }) => endpointId);
  return part.kind === 'delete' ? part.deviceIds : [part.deviceId];
}

const sizeOf = (part: Part): number => idsOf(part).length;

function bisect(part: Part): Part[] {
  const middle = Math.ceil(sizeOf(part) / 2);
  if (part.kind === 'switch') return [part];
  return part.kind === 'add'
    ? chunks(part.endpoints, middle).map((endpoints) => ({ kind: 'add', endpoints }))
    : chunks(part.deviceIds, middle).map((deviceIds) => ({ kind: 'delete', deviceIds }));
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, lot) => items.slice(lot * size, (lot + 1) * size));
}

export function splitByBytes(endpoints: readonly DiscoveryEndpoint[]): DiscoveryEndpoint[][] {
  const reports: DiscoveryEndpoint[][] = [];
  let bytes = Infinity;
  for (const endpoint of endpoints) {
    const size = Buffer.byteLength(JSON.stringify(endpoint)) + 1;
    const last = reports.at(-1);
    if (!last || bytes + size > bytesPerReport || last.length === endpointsPerReport) {
      reports.push([endpoint]);
      bytes = size;
    } else {
      last.push(endpoint);
      bytes += size;
    }
  }
  return reports;
}
