import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { endpointOf, endpointsOf, runInstanceOf, type Device } from '#functions/alexa/messages/endpoint.ts';
import {
  acceptGrantFailed,
  acceptGrantResponse,
  activationStarted,
  addOrUpdateReport,
  connectivityReport,
  deleteReport,
  discoverResponse,
  errorResponse,
  stateReport,
  type AlexaErrorType,
  type AlexaMessage,
} from '#functions/alexa/messages/skill-messages.ts';

import { amazonObjections, haveAmazonSchema } from './amazon-schema.ts';
import * as own from './own-schema.ts';

const stamp = { newId: () => randomUUID(), now: () => new Date('2026-11-20T18:04:05.000Z') };
const about = { endpointId: 'trg-1', correlationToken: 'copied' };
const times = { changedAt: new Date('2026-11-01T00:00:00.000Z'), contactAt: new Date('2026-11-20T18:00:00.000Z') };
const goodNight: Device = { deviceId: 'trg-1', name: 'Boa noite casa', starter: 'simple-event' };
const door: Device = { deviceId: 'trg-2', name: 'Porta', starter: 'contact-sensor' };

/** Amazon's schema lacks SimpleEventSource; our own schema checks it. */
const withoutSimpleEvents = (device: Device) => {
  const endpoint = endpointOf(device);
  return { ...endpoint, capabilities: endpoint.capabilities.filter((c) => c.interface !== 'Alexa.SimpleEventSource') };
};
const confirming: Device = { deviceId: 'rcp-1', name: 'Boa noite casa ok', starter: 'receipt' };
const endpoints = [goodNight, door, confirming].map(withoutSimpleEvents);

const errorTypes: AlexaErrorType[] = [
  'NO_SUCH_ENDPOINT',
  'INVALID_DIRECTIVE',
  'ENDPOINT_UNREACHABLE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'INVALID_AUTHORIZATION_CREDENTIAL',
];

describe.skipIf(!haveAmazonSchema)("Amazon's schema", () => {
  test.each<[string, AlexaMessage]>([
    ['AcceptGrant.Response', acceptGrantResponse(stamp)],
    ['ACCEPT_GRANT_FAILED', acceptGrantFailed(stamp, 'Linking failed.')],
    ['an empty Discover.Response', discoverResponse(stamp, [])],
    ['a Discover.Response with both starters', discoverResponse(stamp, endpoints)],
    ['an AddOrUpdateReport', addOrUpdateReport(stamp, endpoints, 'gateway-token')],
    ['ActivationStarted', activationStarted(stamp, about)],
    ['ActivationStarted without a correlation token', activationStarted(stamp, { endpointId: 'trg-1' })],
    ['a StateReport of an event source', stateReport(stamp, about, { starter: 'simple-event', ...times })],
    ['a StateReport of a contact sensor', stateReport(stamp, about, { starter: 'contact-sensor', ...times })],
    ...errorTypes.map((type): [string, AlexaMessage] => [type, errorResponse(stamp, about, type, 'No.')]),
    ['an ErrorResponse about no endpoint', errorResponse(stamp, {}, 'INVALID_DIRECTIVE', 'No.')],
  ])("validates %s against Amazon's schema", (_, message) => {
    expect(amazonObjections(message)).toEqual([]);
  });

  test.each([true, false])("validates a ChangeReport with reachable set to %s against Amazon's schema", (reachable) => {
    const switched = { deviceId: 'trg-1', reachable, at: stamp.now() };
    expect(amazonObjections(connectivityReport(stamp, switched, 'gateway-token'))).toEqual([]);
  });

  test('allows 300 devices in one discovery response and rejects 301', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => withoutSimpleEvents({ ...goodNight, deviceId: `trg-${index}` }));
    expect(amazonObjections(discoverResponse(stamp, many(300)))).toEqual([]);
    expect(amazonObjections(discoverResponse(stamp, many(301)))).not.toEqual([]);
  });
});

test('builds the device of a receipt as a scene that starts no routine', () => {
  const { displayCategories, capabilities } = endpointOf(confirming);
  expect(displayCategories).toEqual(['SCENE_TRIGGER']);
  expect(capabilities.map((each) => each.interface)).toEqual([
    'Alexa',
    'Alexa.SceneController',
    'Alexa.EndpointHealth',
  ]);
});

test('follows the documentation of event sources, which the schema lacks', () => {
  const source = endpointOf(goodNight).capabilities.find((c) => c.interface === 'Alexa.SimpleEventSource');
  expect(own.simpleEventSource.safeParse(source).error).toBeUndefined();
});

test('follows the documentation of DeleteReport, which the schema lacks', () => {
  expect(own.deleteReport.safeParse(deleteReport(stamp, ['trg-1', 'trg-2'], 'gateway-token')).error).toBeUndefined();
});

test('keeps endpoint id, instance and event id on a rename', () => {
  const { friendlyName, ...before } = endpointOf(goodNight);
  const { friendlyName: renamed, ...after } = endpointOf({ ...goodNight, name: '  Bom   dia ' });
  expect(after).toEqual(before);
  expect([friendlyName, renamed]).toEqual(['Boa noite casa', 'Bom dia']);
});

test('gives each device its own event instance', () => {
  expect(runInstanceOf('trg-1')).not.toBe(runInstanceOf('trg-2'));
});

test('sends accents as composed letters', () => {
  expect(endpointOf({ ...goodNight, name: 'Cafe\u0301 da manha\u0303' }).friendlyName).toBe('Café da manhã');
});

test('omits and reports a device that Alexa would reject, and keeps the others', () => {
  const broken: string[] = [];
  const list = endpointsOf([goodNight, { ...door, deviceId: 'trg 2' }, { ...door, name: ' ' }, door], (id) =>
    broken.push(id),
  );
  expect(list.map((endpoint) => endpoint.endpointId)).toEqual(['trg-1', 'trg-2']);
  expect(broken).toEqual(['trg 2', 'trg-2']);
});

test('omits the correlation token when there is none', () => {
  expect('correlationToken' in activationStarted(stamp, { endpointId: 'trg-1' }).event.header).toBe(false);
});
