import { randomUUID } from 'node:crypto';

import { sandboxClient, textOf } from '../sandbox-client.ts';
import { dig } from './check.ts';
import type { Skill } from './directive.ts';

const label = (text: string) => [{ '@type': 'text', value: { text, locale: 'en-US' } }];
const properties = (name: string) => ({ supported: [{ name }], retrievable: true, proactivelyReported: true });

export function sampleEndpoint(
  id: string,
  friendlyName: string,
  starter: 'simple-event' | 'contact-sensor' = 'simple-event',
) {
  const capability = { type: 'AlexaInterface', version: '3' };
  const starters = {
    'simple-event': {
      ...capability,
      interface: 'Alexa.SimpleEventSource',
      version: '1.0',
      instance: `${id}-run`,
      capabilityResources: { friendlyNames: label('Trigger') },
      configuration: { supportedEvents: [{ id: 'Run', friendlyNames: label('Run') }] },
    },
    'contact-sensor': { ...capability, interface: 'Alexa.ContactSensor', properties: properties('detectionState') },
  };
  return {
    endpointId: id,
    manufacturerName: 'Sample',
    friendlyName,
    description: 'A sample',
    displayCategories: ['ACTIVITY_TRIGGER'],
    cookie: {},
    capabilities: [
      { ...capability, interface: 'Alexa' },
      { ...capability, interface: 'Alexa.SceneController', supportsDeactivation: false },
      starters[starter],
      { ...capability, interface: 'Alexa.EndpointHealth', properties: properties('connectivity') },
    ],
  };
}

const scoped = (token: string) => ({ scope: { type: 'BearerToken', token } });
const header = (namespace: string, name: string) => ({ namespace, name, messageId: randomUUID(), payloadVersion: '3' });

export function samplePress(token: string, endpointId: string, at: Date) {
  return {
    event: {
      header: { ...header('Alexa.SimpleEventSource', 'Event'), instance: `${endpointId}-run`, payloadVersion: '1.0' },
      endpoint: { ...scoped(token), endpointId },
      payload: { id: 'Run', timestamp: at.toISOString() },
    },
  };
}

export function sampleContact(token: string, endpointId: string, value: string, at: Date) {
  const sampled = { timeOfSample: at.toISOString(), uncertaintyInMilliseconds: 0 };
  const contact = { namespace: 'Alexa.ContactSensor', name: 'detectionState', value, ...sampled };
  const health = { namespace: 'Alexa.EndpointHealth', name: 'connectivity', value: { value: 'OK' }, ...sampled };
  return {
    event: {
      header: header('Alexa', 'ChangeReport'),
      endpoint: { ...scoped(token), endpointId },
      payload: { change: { cause: { type: 'APP_INTERACTION' }, properties: [contact] } },
    },
    context: { properties: [health] },
  };
}

export function sampleReport(token: string, name: 'AddOrUpdateReport' | 'DeleteReport', endpoints: readonly unknown[]) {
  return { event: { header: header('Alexa.Discovery', name), payload: { endpoints, ...scoped(token) } } };
}

type SampleState = {
  endpoints: ReturnType<typeof sampleEndpoint>[];
  token: string;
  refuseGrants: boolean;
  errorType: string;
  onActivate: (() => Promise<unknown>) | undefined;
};

/** A small skill that stores the gateway token, lists its endpoints and starts any scene. */
export function sampleSkill(sandboxUrl: () => string) {
  const state: SampleState = {
    endpoints: [sampleEndpoint('trg-1', 'Boa noite')],
    token: '',
    refuseGrants: false,
    errorType: '',
    onActivate: undefined,
  };
  const skill: Skill = async (event) => {
    const { namespace, name, correlationToken } = readHeader(event);
    const answer = (sort: string, more: object) => ({
      event: { header: { ...header(namespace, sort), ...(correlationToken && { correlationToken }) }, ...more },
    });
    if (name === 'Discover') return answer('Discover.Response', { payload: { endpoints: state.endpoints } });
    if (name === 'AcceptGrant') {
      const failed = { type: 'ACCEPT_GRANT_FAILED', message: 'not today' };
      if (state.refuseGrants) return answer('ErrorResponse', { payload: failed });
      state.token = await redeem(sandboxUrl(), String(dig(event, 'directive', 'payload', 'grant', 'code')));
      return answer('AcceptGrant.Response', { payload: {} });
    }
    const error = { ...answer('ErrorResponse', { payload: { type: state.errorType, message: 'no' } }) };
    if (state.errorType) return { event: { ...error.event, header: { ...error.event.header, namespace: 'Alexa' } } };
    const endpointId = dig(event, 'directive', 'endpoint', 'endpointId');
    await state.onActivate?.();
    const payload = { cause: { type: 'VOICE_INTERACTION' }, timestamp: '2026-11-20T12:00:00Z' };
    return { ...answer('ActivationStarted', { endpoint: { endpointId }, payload }), context: { properties: [] } };
  };
  return { state, skill };
}

function readHeader(event: unknown) {
  const read = (name: string) => {
    const value = dig(event, 'directive', 'header', name);
    return typeof value === 'string' ? value : '';
  };
  return { namespace: read('namespace'), name: read('name'), correlationToken: read('correlationToken') };
}

async function redeem(url: string, code: string): Promise<string> {
  const client = { client_id: 'local-skill-client', client_secret: 'local-skill-secret' };
  const fields = { grant_type: 'authorization_code', code, ...client };
  return textOf(await sandboxClient(url).form('/amazon/auth/o2/token', fields), 'access_token');
}
