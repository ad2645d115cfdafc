import { runEventId, runInstanceOf, type Device } from './endpoint.ts';

type Moment = { messageId: string; at: Date };

const scope = (token: string) => ({ type: 'BearerToken', token });

/** https://developer.amazon.com/docs/device-apis/alexa-simpleeventsource.html */
export function runMessage(device: Pick<Device, 'deviceId' | 'starter'>, moment: Moment, token: string): object {
  if (device.starter === 'contact-sensor') return contactReport(device, 'DETECTED', moment, token);
  return {
    event: {
      header: {
        namespace: 'Alexa.SimpleEventSource',
        name: 'Event',
        instance: runInstanceOf(device.deviceId),
        messageId: moment.messageId,
        payloadVersion: '1.0',
      },
      endpoint: { scope: scope(token), endpointId: device.deviceId },
      payload: { id: runEventId, timestamp: moment.at.toISOString() },
    },
  };
}

/**
 * Alexa reacts only to changes, so the contact has to be reported as closed before the next run.
 * https://developer.amazon.com/docs/device-apis/alexa-contactsensor.html
 */
export function contactReport(
  device: Pick<Device, 'deviceId'> & { enabled?: boolean },
  value: 'DETECTED' | 'NOT_DETECTED',
  { messageId, at }: Moment,
  token: string,
): object {
  const connectivity = { value: device.enabled === false ? 'UNREACHABLE' : 'OK' };
  const sampled = { timeOfSample: at.toISOString(), uncertaintyInMilliseconds: 0 };
  return {
    context: {
      properties: [{ namespace: 'Alexa.EndpointHealth', name: 'connectivity', value: connectivity, ...sampled }],
    },
    event: {
      header: { namespace: 'Alexa', name: 'ChangeReport', messageId, payloadVersion: '3' },
      endpoint: { scope: scope(token), endpointId: device.deviceId },
      payload: {
        change: {
          cause: { type: 'APP_INTERACTION' },
          properties: [{ namespace: 'Alexa.ContactSensor', name: 'detectionState', value, ...sampled }],
        },
      },
    },
  };
}
