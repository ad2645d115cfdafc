import { describe, expect, test } from 'vitest';

import { leftOutHash } from '#functions/data/alexa/reported-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';

import type { SendOutcome } from '../events/send-to-gateway.ts';
import { endpointOf, type DiscoveryEndpoint } from '../messages/endpoint.ts';
import { deviceDifference, hashOfEndpoint, markUncertain } from './device-difference.ts';
import { sendReports, splitByBytes, type SendReport } from './send-reports.ts';

const endpoint = (index: number): DiscoveryEndpoint =>
  endpointOf({
    deviceId: `trg-${index}`,
    name: `Boa noite casa ${'longa '.repeat(14)}${index}`,
    starter: 'simple-event',
  });
const endpoints = (count: number): DiscoveryEndpoint[] => Array.from({ length: count }, (_, index) => endpoint(index));

function aGateway(...answers: SendOutcome[]) {
  const sent: { name: string; count: number; bytes: number; messageIds: string[] }[] = [];
  const pauses: number[] = [];
  let ids = 0;
  let at = 0;
  const send: SendReport = (build) => {
    const outcome = answers.shift() ?? 'sent';
    const message = JSON.stringify(build('token'));
    const again = JSON.stringify(build('renewed'));
    const idOf = (text: string): string => /"messageId":"([^"]+)"/.exec(text)?.[1] ?? '';
    sent.push({
      name: /"name":"(\w+Report)"/.exec(message)?.[1] ?? '',
      count: message.split('"endpointId"').length - 1,
      bytes: Buffer.byteLength(message),
      messageIds: [idOf(message), idOf(again)],
    });
    at += 100;
    return Promise.resolve({ outcome });
  };
  const deps = {
    newId: () => `id-${(ids += 1)}`,
    now: () => new Date(at),
    pause: (ms: number) => Promise.resolve(void pauses.push(ms)),
    log: () => undefined,
  };
  return { send, deps, sent, pauses, soon: deadlineIn(deps.now, 10_000) };
}

const all = (count: number) => ({ changed: endpoints(count), gone: [] });
const gone = (count: number) => ({ changed: [], gone: Array.from({ length: count }, (_, index) => `trg-${index}`) });

describe('reports', () => {
  test('splits the report of 300 devices into reports of at most 200,000 bytes', () => {
    const reports = splitByBytes(endpoints(300));
    const sizes = reports.map((report) => Buffer.byteLength(JSON.stringify(report)));
    expect(reports.flat()).toHaveLength(300);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200_000);
    expect(reports.length).toBeGreaterThan(1);
  });

  test('sends removals first, 30 per report and 150 ms apart', async () => {
    const { send, deps, sent, pauses, soon } = aGateway();
    await sendReports(deps, send, { ...gone(70), changed: endpoints(1) }, {}, soon);
    expect(sent.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'DeleteReport 30',
      'DeleteReport 30',
      'DeleteReport 10',
      'AddOrUpdateReport 1',
    ]);
    expect(pauses).toEqual([150, 150, 150]);
  });

  test('keeps the message id when the token is renewed in between', async () => {
    const { send, deps, sent, soon } = aGateway();
    await sendReports(deps, send, all(1), {}, soon);
    expect(sent[0]?.messageIds).toEqual(['id-1', 'id-1']);
  });

  test('returns the stored devices merged with the changes that Alexa accepted', async () => {
    const { send, deps, soon } = aGateway();
    const difference = { changed: endpoints(2), gone: ['trg-old'] };
    const result = await sendReports(deps, send, difference, markUncertain({ 'trg-9': 'same' }, difference), soon);
    expect(result).toEqual({
      outcome: 'sent',
      devices: { 'trg-9': 'same', 'trg-0': hashOfEndpoint(endpoint(0)), 'trg-1': hashOfEndpoint(endpoint(1)) },
    });
  });

  test.each(['throttled', 'unavailable', 'unknown', 'rejected'] as const)(
    'asks for a retry after %s and returns the removals that Alexa accepted',
    async (outcome) => {
      const { send, deps, soon } = aGateway('sent', outcome);
      const difference = gone(40);
      const result = await sendReports(deps, send, difference, markUncertain({}, difference), soon);
      expect(result).toMatchObject({ outcome: 'retry', failure: outcome });
      expect(Object.keys(result.devices)).toHaveLength(10);
    },
  );

  test.each(['skillNotEnabled', 'grantRevoked', 'reinstallSkill'] as const)(
    'sends no further report after %s',
    async (outcome) => {
      const { send, deps, sent, soon } = aGateway(outcome);
      expect(await sendReports(deps, send, gone(90), {}, soon)).toMatchObject({ outcome: 'refused', by: outcome });
      expect(sent).toHaveLength(1);
    },
  );

  test('halves a report that is too large, and asks for a retry when a single device is too large', async () => {
    const { send, deps, sent, soon } = aGateway('tooLarge', 'tooLarge', 'tooLarge');
    const result = await sendReports(deps, send, all(4), {}, soon);
    expect(sent.map(({ count }) => count)).toEqual([4, 2, 1]);
    expect(result).toMatchObject({ outcome: 'retry', failure: 'tooLarge' });
  });

  test('halves a malformed report until only the malformed device is left out', async () => {
    const { send, deps, sent, soon } = aGateway('malformed', 'sent', 'malformed', 'malformed', 'sent');
    const logged: unknown[] = [];
    const log = (...line: unknown[]): void => void logged.push(line);
    const result = await sendReports({ ...deps, log }, send, all(4), {}, soon);
    expect(sent.map(({ count }) => count)).toEqual([4, 2, 2, 1, 1]);
    expect(result.outcome).toBe('sent');
    const hashes = Object.fromEntries(endpoints(4).map((each) => [each.endpointId, hashOfEndpoint(each)]));
    expect(result.devices).toEqual({ ...hashes, 'trg-2': leftOutHash(hashes['trg-2'] ?? '') });
    expect(logged).toEqual([['devices.leftOut', { deviceId: 'trg-2', reason: 'malformed' }]]);
    expect(deviceDifference(endpoints(4), [], result.devices, []).changed).toEqual([]);
    const renamed = { ...endpoint(2), friendlyName: 'Other' };
    expect(deviceDifference([renamed], [], result.devices, []).changed).toEqual([renamed]);
  });

  test('does not repeat a removal that Alexa rejects as malformed', async () => {
    const { send, deps, soon } = aGateway('malformed');
    const result = await sendReports(deps, send, gone(1), markUncertain({}, gone(1)), soon);
    expect(result).toEqual({ outcome: 'sent', devices: {} });
  });

  test('stops at the deadline', async () => {
    const { send, deps, sent } = aGateway();
    expect(await sendReports(deps, send, gone(300), {}, deadlineIn(deps.now, 250))).toMatchObject({
      outcome: 'retry',
      failure: 'outOfTime',
    });
    expect(sent).toHaveLength(3);
  });
});

describe('difference', () => {
  const [one, two] = [endpoint(1), endpoint(2)];

  test('lists new, changed and uncertain devices as changed, and deleted devices as gone', () => {
    const reported = { 'trg-1': hashOfEndpoint(one), 'trg-2': '?', 'trg-3': 'any' };
    expect(deviceDifference([one, two, endpoint(4)], [], reported, ['trg-5'])).toEqual({
      changed: [two, endpoint(4)],
      gone: ['trg-3', 'trg-5'],
    });
  });

  test('never removes a device that exists but cannot be listed', () => {
    expect(deviceDifference([], ['trg-1'], { 'trg-1': 'any' }, ['trg-1'])).toEqual({ changed: [], gone: [] });
  });

  test('does not remove a device that was deleted and created again', () => {
    expect(deviceDifference([one], [], {}, ['trg-1']).gone).toEqual([]);
  });
});
