import type { Device, DiscoveryEndpoint } from './endpoint.ts';

export type Stamp = { newId: () => string; now: () => Date };

type Header = {
  readonly namespace: string;
  readonly name: string;
  readonly messageId: string;
  readonly payloadVersion: '3';
  readonly correlationToken?: string;
};

type Property = {
  readonly namespace: string;
  readonly name: string;
  readonly value: unknown;
  readonly timeOfSample: string;
  readonly uncertaintyInMilliseconds: number;
};

export type AlexaMessage = {
  readonly context?: { readonly properties: readonly Property[] };
  readonly event: {
    readonly header: Header;
    readonly endpoint?: { readonly endpointId: string };
    readonly payload: Readonly<Record<string, unknown>>;
  };
};

/** The part of a directive that its response repeats, without the token. */
export type EchoedFields = { readonly endpointId?: string | undefined; readonly correlationToken?: string | undefined };

const header = (stamp: Pick<Stamp, 'newId'>, namespace: string, name: string, about: EchoedFields = {}): Header => ({
  namespace,
  name,
  messageId: stamp.newId(),
  payloadVersion: '3',
  ...(about.correlationToken === undefined ? {} : { correlationToken: about.correlationToken }),
});

const endpoint = (about: EchoedFields) =>
  about.endpointId === undefined ? {} : { endpoint: { endpointId: about.endpointId } };

const property = (at: Date, namespace: string, name: string, value: unknown): Property => ({
  namespace,
  name,
  value,
  timeOfSample: at.toISOString(),
  uncertaintyInMilliseconds: 0,
});

const connectivityAt = (at: Date) => property(at, 'Alexa.EndpointHealth', 'connectivity', { value: 'OK' });

export const acceptGrantResponse = (stamp: Stamp): AlexaMessage => ({
  event: { header: header(stamp, 'Alexa.Authorization', 'AcceptGrant.Response'), payload: {} },
});

export const acceptGrantFailed = (stamp: Stamp, message: string): AlexaMessage => ({
  event: {
    header: header(stamp, 'Alexa.Authorization', 'ErrorResponse'),
    payload: { type: 'ACCEPT_GRANT_FAILED', message },
  },
});

export const discoverResponse = (stamp: Stamp, endpoints: readonly DiscoveryEndpoint[]): AlexaMessage => ({
  event: { header: header(stamp, 'Alexa.Discovery', 'Discover.Response'), payload: { endpoints } },
});

export type AlexaErrorType =
  | 'NO_SUCH_ENDPOINT'
  | 'INVALID_DIRECTIVE'
  | 'ENDPOINT_UNREACHABLE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'INVALID_AUTHORIZATION_CREDENTIAL';

export const errorResponse = (
  stamp: Stamp,
  about: EchoedFields,
  type: AlexaErrorType,
  message: string,
): AlexaMessage => ({
  event: { header: header(stamp, 'Alexa', 'ErrorResponse', about), ...endpoint(about), payload: { type, message } },
});

type Sampled = Pick<Device, 'starter'> & { readonly changedAt: Date; readonly contactAt: Date };

/** Reports a contact as closed, as it is between runs. Times are those of the last change. */
export function stateReport(
  stamp: Stamp,
  about: EchoedFields,
  { starter, changedAt, contactAt }: Sampled,
): AlexaMessage {
  const contact = property(contactAt, 'Alexa.ContactSensor', 'detectionState', 'NOT_DETECTED');
  const health = connectivityAt(changedAt);
  return {
    context: { properties: starter === 'contact-sensor' ? [health, contact] : [health] },
    event: { header: header(stamp, 'Alexa', 'StateReport', about), ...endpoint(about), payload: {} },
  };
}

export function activationStarted(stamp: Stamp, about: EchoedFields): AlexaMessage {
  const at = stamp.now();
  return {
    context: { properties: [connectivityAt(at)] },
    event: {
      header: header(stamp, 'Alexa.SceneController', 'ActivationStarted', about),
      ...endpoint(about),
      payload: { cause: { type: 'VOICE_INTERACTION' }, timestamp: at.toISOString() },
    },
  };
}

const scope = (token: string) => ({ type: 'BearerToken', token });

/** The token is for the event gateway; a directive has another one. */
export const addOrUpdateReport = (
  stamp: Pick<Stamp, 'newId'>,
  endpoints: readonly DiscoveryEndpoint[],
  token: string,
) => report(stamp, 'AddOrUpdateReport', endpoints, token);

/**
 * Without this report, Alexa uses the old state until it asks for the current one.
 * https://developer.amazon.com/docs/device-apis/alexa-endpointhealth.html
 */
export const connectivityReport = (
  { newId }: Pick<Stamp, 'newId'>,
  { deviceId, reachable, at }: { deviceId: string; reachable: boolean; at: Date },
  token: string,
) => ({
  context: { properties: [] },
  event: {
    header: header({ newId }, 'Alexa', 'ChangeReport'),
    endpoint: { scope: scope(token), endpointId: deviceId },
    payload: {
      change: {
        cause: { type: 'APP_INTERACTION' },
        properties: [property(at, 'Alexa.EndpointHealth', 'connectivity', { value: reachable ? 'OK' : 'UNREACHABLE' })],
      },
    },
  },
});

export const deleteReport = (stamp: Pick<Stamp, 'newId'>, deviceIds: readonly string[], token: string) =>
  report(
    stamp,
    'DeleteReport',
    deviceIds.map((endpointId) => ({ endpointId })),
    token,
  );

const report = (
  stamp: Pick<Stamp, 'newId'>,
  name: string,
  endpoints: readonly { readonly endpointId: string }[],
  token: string,
): AlexaMessage => ({
  event: {
    header: {
      namespace: 'Alexa.Discovery',
      name,
      messageId: stamp.newId(),
      payloadVersion: '3',
    },
    payload: { endpoints, scope: scope(token) },
  },
});
