import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { contactReport, runMessage } from '#functions/alexa/messages/run-message.ts';

import { amazonObjections, haveAmazonSchema } from './amazon-schema.ts';
import * as own from './own-schema.ts';

const moment = { messageId: randomUUID(), at: new Date('2026-11-20T18:04:05.000Z') };
const event = { deviceId: 'trg-1', starter: 'simple-event' } as const;
const contact = { deviceId: 'trg-2', starter: 'contact-sensor' } as const;

const frame = z.looseObject({
  event: z.looseObject({ header: z.looseObject({ namespace: z.string(), name: z.string() }) }),
});

test('builds the documented event for an event source, with the routine’s instance in its header', () => {
  const message = runMessage(event, moment, 'gateway-token');
  expect(own.simpleEvent.parse(message)).toEqual({
    event: {
      header: {
        namespace: 'Alexa.SimpleEventSource',
        name: 'Event',
        instance: 'trg-1-run',
        messageId: moment.messageId,
        payloadVersion: '1.0',
      },
      endpoint: { scope: { type: 'BearerToken', token: 'gateway-token' }, endpointId: 'trg-1' },
      payload: { id: 'Run', timestamp: '2026-11-20T18:04:05.000Z' },
    },
  });
});

describe.skipIf(!haveAmazonSchema)('Amazon’s schema', () => {
  test.each(['DETECTED', 'NOT_DETECTED'] as const)(
    'validates a contact with the value %s against Amazon’s schema',
    (value) => {
      expect(amazonObjections(frame.parse(contactReport(contact, value, moment, 'gateway-token')))).toEqual([]);
    },
  );
});

test('opens the contact on a run', () => {
  expect(runMessage(contact, moment, 't')).toEqual(contactReport(contact, 'DETECTED', moment, 't'));
});

test('reports a changed property only once', () => {
  const text = JSON.stringify(contactReport(contact, 'DETECTED', moment, 't'));
  expect(text.match(/detectionState/g)).toHaveLength(1);
});
