import { checkEndpoint, type DiscoveredDevice } from './check-endpoint.ts';
import { checkProperty } from './check-property.ts';
import { dig, endpointIdPattern, exactly, header, list, moment, object, scope, text, type Problems } from './check.ts';

/** A parsed message to the event gateway. `at` is the time of the event. */
export type GatewayMessage =
  | { kind: 'press'; messageId: string; endpointId: string; instance: string; event: string; at: string }
  | { kind: 'change'; messageId: string; endpointId: string; contact?: string; connectivity?: string; at: string }
  | { kind: 'add'; messageId: string; endpoints: DiscoveredDevice[] }
  | { kind: 'delete'; messageId: string; endpointIds: string[] };

/** Validates with rules derived from Amazon's documentation. `message` is absent for an unknown kind. */
export function checkGatewayMessage(body: unknown): { name: string; problems: Problems; message?: GatewayMessage } {
  const problems: Problems = [];
  const head = dig(body, 'event', 'header');
  const name = `${String(dig(head, 'namespace'))} ${String(dig(head, 'name'))}`;
  const check = checks[name];
  if (!check) return { name, problems: [`${name} is not a message that this gateway supports`] };
  const outer = name === 'Alexa ChangeReport' ? ['event', 'context'] : ['event'];
  object(problems, 'message', body, outer, ['context']);
  return { name, message: check(problems, body), problems };
}

const checks: Record<string, (problems: Problems, body: unknown) => GatewayMessage> = {
  'Alexa.SimpleEventSource Event': checkPress,
  'Alexa ChangeReport': checkChange,
  'Alexa.Discovery AddOrUpdateReport': checkAdd,
  'Alexa.Discovery DeleteReport': checkDelete,
};

function checkPress(problems: Problems, body: unknown): GatewayMessage {
  const event = object(problems, 'event', dig(body, 'event'), ['header', 'endpoint', 'payload']);
  const messageId = header(problems, event?.['header'], '1.0', ['instance']);
  const payload = object(problems, 'event.payload', event?.['payload'], ['id', 'timestamp']);
  const instance = dig(event, 'header', 'instance');
  if (instance === undefined) problems.push('event.header.instance is missing');
  return {
    kind: 'press',
    messageId,
    endpointId: checkSender(problems, event?.['endpoint']),
    instance: text(problems, 'event.header.instance', instance),
    event: text(problems, 'event.payload.id', payload?.['id']),
    at: moment(problems, 'event.payload.timestamp', payload?.['timestamp']),
  };
}

function checkChange(problems: Problems, body: unknown): GatewayMessage {
  const event = object(problems, 'event', dig(body, 'event'), ['header', 'endpoint', 'payload']);
  const messageId = header(problems, event?.['header'], '3', []);
  const endpointId = checkSender(problems, event?.['endpoint']);
  const payload = object(problems, 'event.payload', event?.['payload'], ['change']);
  const change = object(problems, 'event.payload.change', payload?.['change'], ['cause', 'properties']);
  const cause = object(problems, 'event.payload.change.cause', change?.['cause'], ['type']);
  const causes = /^(APP_INTERACTION|PERIODIC_POLL|PHYSICAL_INTERACTION|RULE_TRIGGER|VOICE_INTERACTION)$/;
  text(problems, 'event.payload.change.cause.type', cause?.['type'], causes);
  const changed = list(problems, 'event.payload.change.properties', change?.['properties'] ?? [], 100, 1);
  const context = list(problems, 'context.properties', dig(body, 'context', 'properties') ?? [], 100);
  const now = changed.map((one, i) => checkProperty(problems, `event.payload.change.properties[${i}]`, one));
  const same = context.map((one, i) => checkProperty(problems, `context.properties[${i}]`, one));
  for (const one of now) {
    if (same.some((other) => other.name === one.name)) problems.push(`${one.name} is both changed and in the context`);
  }
  const contact = now.find((one) => one.name === 'Alexa.ContactSensor detectionState');
  const health = [...now, ...same].find((one) => one.name === 'Alexa.EndpointHealth connectivity');
  return {
    kind: 'change',
    messageId,
    endpointId,
    ...(contact && { contact: contact.value }),
    ...(health && { connectivity: health.value }),
    at: now[0]?.at ?? '',
  };
}

function checkAdd(problems: Problems, body: unknown): GatewayMessage {
  const { messageId, endpoints } = checkReport(problems, body);
  const learnt = endpoints.map((one, i) => checkEndpoint(problems, `event.payload.endpoints[${i}]`, one));
  if (new Set(learnt.map((one) => one.deviceId)).size < learnt.length) problems.push('an endpointId appears twice');
  return { kind: 'add', messageId, endpoints: learnt };
}

function checkDelete(problems: Problems, body: unknown): GatewayMessage {
  const { messageId, endpoints } = checkReport(problems, body);
  const endpointIds = endpoints.map((one, i) => {
    const found = object(problems, `event.payload.endpoints[${i}]`, one, ['endpointId']);
    return text(problems, `event.payload.endpoints[${i}].endpointId`, found?.['endpointId'], endpointIdPattern);
  });
  return { kind: 'delete', messageId, endpointIds };
}

function checkReport(problems: Problems, body: unknown): { messageId: string; endpoints: readonly unknown[] } {
  const event = object(problems, 'event', dig(body, 'event'), ['header', 'payload']);
  const messageId = header(problems, event?.['header'], '3', []);
  const payload = object(problems, 'event.payload', event?.['payload'], ['endpoints', 'scope']);
  scope(problems, 'event.payload.scope', payload?.['scope']);
  return { messageId, endpoints: list(problems, 'event.payload.endpoints', payload?.['endpoints'] ?? [], 300, 1) };
}

function checkSender(problems: Problems, value: unknown): string {
  const endpoint = object(problems, 'event.endpoint', value, ['scope', 'endpointId'], ['cookie']);
  scope(problems, 'event.endpoint.scope', endpoint?.['scope']);
  exactly(problems, 'event.endpoint.scope.type', dig(endpoint, 'scope', 'type'), 'BearerToken');
  return text(problems, 'event.endpoint.endpointId', endpoint?.['endpointId'], endpointIdPattern);
}
