import { checkEndpoint, type DiscoveredDevice } from './check-endpoint.ts';
import { checkProperty } from './check-property.ts';
import { dig, exactly, header, list, moment, object, text, type Problems } from './check.ts';

/** The directive that the reply must match. */
type Sent = {
  namespace: string;
  name: string;
  endpointId?: string | undefined;
  correlationToken?: string | undefined;
};

/** A parsed reply of a skill. `errorType` is set for errors, `endpoints` for discovery. */
export type SkillReply = {
  name: string;
  problems: Problems;
  errorType?: string;
  errorMessage?: string;
  endpoints?: DiscoveredDevice[];
  isExpected: boolean;
};

const errorTypes = new Set(
  `ALREADY_IN_OPERATION BRIDGE_UNREACHABLE CLOUD_CONTROL_DISABLED ENDPOINT_BUSY ENDPOINT_LOW_POWER ENDPOINT_UNREACHABLE
  EXPIRED_AUTHORIZATION_CREDENTIAL FIRMWARE_OUT_OF_DATE HARDWARE_MALFUNCTION INSUFFICIENT_PERMISSIONS INTERNAL_ERROR
  INVALID_AUTHORIZATION_CREDENTIAL INVALID_DIRECTIVE INVALID_VALUE NO_SUCH_ENDPOINT NOT_CALIBRATED NOT_IN_OPERATION
  NOT_SUPPORTED_IN_CURRENT_MODE NOT_SUPPORTED_WITH_CURRENT_BATTERY_CHARGE_STATE PARTNER_APPLICATION_REDIRECTION
  POWER_LEVEL_NOT_SUPPORTED RATE_LIMIT_EXCEEDED TEMPERATURE_VALUE_OUT_OF_RANGE TOO_MANY_FAILED_ATTEMPTS VALUE_OUT_OF_RANGE`.split(
    /\s+/,
  ),
);
const answers: Record<string, string> = {
  'Alexa.Authorization AcceptGrant': 'Alexa.Authorization AcceptGrant.Response',
  'Alexa.Discovery Discover': 'Alexa.Discovery Discover.Response',
  'Alexa ReportState': 'Alexa StateReport',
  'Alexa.SceneController Activate': 'Alexa.SceneController ActivationStarted',
};

export function checkSkillReply(sent: Sent, body: unknown): SkillReply {
  const problems: Problems = [];
  const name = `${String(dig(body, 'event', 'header', 'namespace'))} ${String(dig(body, 'event', 'header', 'name'))}`;
  header(problems, dig(body, 'event', 'header'), '3', ['correlationToken']);
  const token = dig(body, 'event', 'header', 'correlationToken');
  if (token !== sent.correlationToken) problems.push('event.header.correlationToken is not the one of the directive');
  if (JSON.stringify(body).includes('"scope"')) problems.push('the answer carries a scope back');
  if (name.endsWith(' ErrorResponse')) return checkError(problems, sent, name, body);
  const wanted = answers[`${sent.namespace} ${sent.name}`];
  const isExpected = name === wanted;
  if (!isExpected) problems.push(`expected ${wanted ?? 'an ErrorResponse'}, got ${name}`);
  if (name === 'Alexa.Discovery Discover.Response')
    return { name, problems, isExpected, endpoints: checkDiscovery(problems, body) };
  if (name === 'Alexa.Authorization AcceptGrant.Response')
    object(problems, 'event.payload', dig(body, 'event', 'payload'), []);
  else checkStateful(problems, sent, name, body);
  return { name, problems, isExpected };
}

function checkError(problems: Problems, sent: Sent, name: string, body: unknown): SkillReply {
  object(problems, 'message', body, ['event']);
  const payload = object(problems, 'event.payload', dig(body, 'event', 'payload'), ['type', 'message']);
  const errorType = text(problems, 'event.payload.type', payload?.['type']);
  const errorMessage = text(problems, 'event.payload.message', payload?.['message']);
  const isGrant = sent.namespace === 'Alexa.Authorization';
  const namespace = isGrant
    ? 'Alexa.Authorization'
    : sent.namespace === 'Alexa.Discovery'
      ? 'Alexa.Discovery'
      : 'Alexa';
  if (!['Alexa', namespace].includes(name.split(' ')[0] ?? ''))
    problems.push(`an error of this directive has the namespace ${namespace}`);
  if (isGrant ? errorType !== 'ACCEPT_GRANT_FAILED' : !errorTypes.has(errorType))
    problems.push(`${errorType} is no type for this error`);
  return { name, problems, isExpected: true, errorType, errorMessage };
}

function checkDiscovery(problems: Problems, body: unknown): DiscoveredDevice[] {
  object(problems, 'message', body, ['event']);
  const payload = object(problems, 'event.payload', dig(body, 'event', 'payload'), ['endpoints']);
  const endpoints = list(problems, 'event.payload.endpoints', payload?.['endpoints'] ?? [], 300);
  return endpoints.map((one, i) => checkEndpoint(problems, `event.payload.endpoints[${i}]`, one));
}

/** Stateful replies contain the endpoint without a scope, and properties in the context. */
function checkStateful(problems: Problems, sent: Sent, name: string, body: unknown): void {
  const endpoint = object(problems, 'event.endpoint', dig(body, 'event', 'endpoint'), ['endpointId']);
  exactly(problems, 'event.endpoint.endpointId', endpoint?.['endpointId'], sent.endpointId ?? '');
  list(problems, 'context.properties', dig(body, 'context', 'properties') ?? [], 100).forEach((one, i) =>
    checkProperty(problems, `context.properties[${i}]`, one),
  );
  const payload = dig(body, 'event', 'payload');
  if (name === 'Alexa StateReport') return void object(problems, 'event.payload', payload, []);
  const started = object(problems, 'event.payload', payload, ['cause', 'timestamp']);
  moment(problems, 'event.payload.timestamp', started?.['timestamp']);
  const cause = object(problems, 'event.payload.cause', started?.['cause'], ['type']);
  text(
    problems,
    'event.payload.cause.type',
    cause?.['type'],
    /^(VOICE_INTERACTION|APP_INTERACTION|RULE_TRIGGER|PERIODIC_POLL|PHYSICAL_INTERACTION)$/,
  );
}
