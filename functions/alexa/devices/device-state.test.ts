import { describe, expect, test } from 'vitest';

import type { DeviceStory } from '#functions/data/alexa/device-facts.ts';
import { leftOutHash } from '#functions/data/alexa/reported-store.ts';
import type { OutboxItem } from '#functions/data/outbox/outbox-store.ts';

import { endpointOf } from '../messages/endpoint.ts';
import { hashOfEndpoint } from './device-difference.ts';
import { deviceState } from './device-state.ts';

const grantedAt = '2026-11-20T12:00:00.000Z';
const before = '2026-11-20T11:00:00.000Z';
const after = '2026-11-20T13:00:00.000Z';
const device = { deviceId: 'trg-good-night', name: 'Good night', starter: 'simple-event', updatedAt: after } as const;
const hashes = { [device.deviceId]: hashOfEndpoint(endpointOf(device)) };

const aStory = (changes: Partial<DeviceStory> = {}): DeviceStory => ({
  grant: { state: 'valid', grantedAt },
  reportedHashes: {},
  refused: undefined,
  reports: [],
  ...changes,
});

const aReport = (changes: Partial<OutboxItem> = {}, again?: readonly string[]): OutboxItem => ({
  pk: 'A#ana',
  sk: 'OUTBOX#1',
  type: 'outbox',
  entry: { topic: 'devices', amazonUserId: 'ana', workspaceId: 7, link: 1, removed: [], ...(again && { again }) },
  createdAt: after,
  attempts: 0,
  dueAt: after,
  ...changes,
});

test('shows since when the gateway does not know the skill', () => {
  const grant = { state: 'valid', grantedAt, unknownAt: after } as const;
  const expected = { state: 'skillOff', reason: 'amazon.skillNotFound', since: after };
  expect(deviceState(aStory({ grant, reportedHashes: hashes }), device)).toEqual(expected);
});

describe('in Alexa', () => {
  test.each([
    ['when our last report contained it', aStory({ reportedHashes: hashes, reports: [aReport()] }), device],
    ['when it did not change since the skill was enabled', aStory({ reports: [aReport()] }), { updatedAt: before }],
    ['when no report is pending', aStory(), device],
  ])('shows a trigger as in Alexa %s', (_, story, changes) => {
    expect(deviceState(story, { ...device, ...changes })).toEqual({ state: 'inAlexa' });
  });
});

describe('waiting', () => {
  test('shows a trigger as waiting while the report of its change is pending', () => {
    expect(deviceState(aStory({ reports: [aReport()] }), device)).toEqual({ state: 'waiting', since: after });
  });

  test('shows the failure that delayed the report', () => {
    const story = aStory({
      reportedHashes: { [device.deviceId]: 'older' },
      reports: [aReport({ lastFailure: 'throttled' })],
    });
    expect(deviceState(story, device)).toMatchObject({ state: 'waiting', reason: 'alexa.throttled' });
  });

  test('shows no reason when the permission ended and was granted again', () => {
    const story = aStory({ reports: [aReport({ lastFailure: 'grantRevoked' })] });
    expect(deviceState(story, device)).toEqual({ state: 'waiting', since: after });
  });

  test('shows a trigger as waiting after a user requested a new report', () => {
    const story = aStory({ reportedHashes: hashes, reports: [aReport({}, [device.deviceId])] });
    expect(deviceState(story, { ...device, updatedAt: before }).state).toBe('waiting');
    expect(deviceState(aStory({ reportedHashes: hashes, reports: [aReport({}, ['trg-other'])] }), device).state).toBe(
      'inAlexa',
    );
  });
});

describe('failed', () => {
  test('shows a trigger as failed with the reason once its report failed permanently', () => {
    const dead = aReport({ dueAt: undefined, deadAt: '2026-11-20T19:00:00.000Z', lastFailure: 'unavailable' });
    expect(deviceState(aStory({ reports: [dead] }), device)).toEqual({
      state: 'failed',
      since: '2026-11-20T19:00:00.000Z',
      reason: 'alexa.unavailable',
    });
    expect(deviceState(aStory({ reports: [dead, aReport()] }), device).state).toBe('waiting');
  });

  test('shows a trigger as failed while Alexa accepts no reports, until the skill is enabled again', () => {
    const refused = { as: 'reinstallSkill', at: after } as const;
    const failed = { state: 'failed', since: after, reason: 'amazon.reinstallSkill' };
    expect(deviceState(aStory({ refused }), device)).toEqual(failed);
    const again = { state: 'valid', grantedAt: '2026-11-20T14:00:00.000Z' } as const;
    expect(deviceState(aStory({ refused, grant: again }), device)).toEqual({ state: 'inAlexa' });
  });

  test('shows a trigger as failed while Alexa refuses the device, until the device changes', () => {
    const failed = { state: 'failed', reason: 'alexa.deviceLeftOut' };
    const story = aStory({ reportedHashes: { [device.deviceId]: leftOutHash(hashes[device.deviceId] ?? '') } });
    expect(deviceState(story, device)).toEqual(failed);
    expect(deviceState(story, { ...device, updatedAt: before })).toEqual(failed);
    expect(deviceState({ ...story, reports: [aReport()] }, { ...device, name: 'Other' }).state).toBe('waiting');
  });

  test('shows a trigger as failed after Alexa refused it in an older form, until a report sends it again', () => {
    const story = aStory({ reportedHashes: { [device.deviceId]: leftOutHash('older') } });
    for (const trigger of [device, { ...device, updatedAt: before }]) {
      expect(deviceState(story, trigger)).toEqual({ state: 'failed', reason: 'alexa.deviceLeftOut' });
      expect(deviceState({ ...story, reports: [aReport()] }, trigger).state).toBe('waiting');
    }
  });

  test('shows why the report of a renamed trigger failed, and not that Alexa refused its previous name', () => {
    const dead = aReport({ dueAt: undefined, deadAt: '2026-11-20T19:00:00.000Z', lastFailure: 'unavailable' });
    const story = aStory({ reportedHashes: { [device.deviceId]: leftOutHash('older') }, reports: [dead] });
    expect(deviceState(story, device)).toMatchObject({ state: 'failed', reason: 'alexa.unavailable' });
  });

  test('shows a trigger as failed when its name is not valid for a device', () => {
    const odd = { ...device, name: ' ' };
    expect(deviceState(aStory(), odd)).toEqual({ state: 'failed', reason: 'alexa.deviceLeftOut' });
  });
});

describe('skill off', () => {
  test('shows the skill as off without a permission', () => {
    const expected = { state: 'skillOff', reason: 'amazon.skillNotEnabled' };
    expect(deviceState(aStory({ grant: undefined }), device)).toEqual(expected);
  });

  test.each([
    ['skillDisabled', 'amazon.skillDisabled'],
    ['accessEnded', 'amazon.accessEnded'],
    [undefined, 'amazon.accessEnded'],
  ] as const)('shows the skill as off after the permission ended as %s', (revokedAs, reason) => {
    const grant = { state: 'revoked', grantedAt, revokedAt: after, revokedAs } as const;
    expect(deviceState(aStory({ grant, reportedHashes: hashes }), device)).toEqual({
      state: 'skillOff',
      since: after,
      reason,
    });
  });
});
