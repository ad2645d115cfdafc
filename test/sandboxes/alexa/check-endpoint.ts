import { endpointIdPattern, exactly, list, object, text, type Fields, type Problems } from './check.ts';
import type { AlexaDevice } from './entities.ts';

export type DiscoveredDevice = Pick<
  AlexaDevice,
  'deviceId' | 'friendlyName' | 'description' | 'categories' | 'starter' | 'voice'
>;

const categories = new Set(
  `ACTIVITY_TRIGGER CAMERA COMPUTER CONTACT_SENSOR DOOR DOORBELL FAN LIGHT MOTION_SENSOR OTHER REMOTE SCENE_TRIGGER
  SECURITY_PANEL SMARTLOCK SMARTPLUG SPEAKER SWITCH TEMPERATURE_SENSOR THERMOSTAT TV`.split(/\s+/),
);
const locales =
  /^(ar-SA|de-DE|en-AU|en-CA|en-GB|en-IN|en-US|es-ES|es-MX|es-US|fr-CA|fr-FR|hi-IN|it-IT|ja-JP|nl-NL|pt-BR)$/;

export function checkEndpoint(problems: Problems, at: string, value: unknown): DiscoveredDevice {
  const needed = ['endpointId', 'manufacturerName', 'friendlyName', 'description', 'displayCategories', 'capabilities'];
  const found = object(problems, at, value, needed, ['cookie', 'additionalAttributes', 'connections', 'relationships']);
  const deviceId = text(problems, `${at}.endpointId`, found?.['endpointId'], endpointIdPattern);
  text(problems, `${at}.manufacturerName`, found?.['manufacturerName'], /^[^]{1,128}$/u);
  checkCookie(problems, `${at}.cookie`, found?.['cookie']);
  const shown = list(problems, `${at}.displayCategories`, found?.['displayCategories'] ?? [], 20, 1).map(String);
  for (const one of shown) if (!categories.has(one)) problems.push(`${at}.displayCategories: ${one} is not known`);
  const capabilities = list(problems, `${at}.capabilities`, found?.['capabilities'] ?? [], 100, 1).map((one, i) =>
    checkCapability(problems, `${at}.capabilities[${i}]`, one),
  );
  if (!capabilities.some((one) => one?.['interface'] === 'Alexa'))
    problems.push(`${at} does not declare the interface Alexa`);
  const names = capabilities.map((one) => `${String(one?.['interface'])} ${JSON.stringify(one?.['instance'])}`);
  if (new Set(names).size < names.length) problems.push(`${at} declares a capability twice`);
  return {
    deviceId,
    // Letters, digits and spaces. The maximum is 128 in Amazon's schema but 256 on its page.
    friendlyName: text(problems, `${at}.friendlyName`, found?.['friendlyName'], /^[\p{L}\p{M}\p{N} ]{1,128}$/u),
    description: text(problems, `${at}.description`, found?.['description'], /^[^]{1,128}$/u),
    categories: shown,
    starter: starterOf(capabilities),
    voice: capabilities.some((one) => one?.['interface'] === 'Alexa.SceneController'),
  };
}

function checkCookie(problems: Problems, at: string, value: unknown): void {
  if (value === undefined) return;
  const cookie = object(problems, at, value, [], typeof value === 'object' ? Object.keys(value ?? {}) : []);
  for (const [name, one] of Object.entries(cookie ?? {}))
    if (typeof one !== 'string') problems.push(`${at}.${name} must be text`);
  if (JSON.stringify(value).length > 5000) problems.push(`${at} is over 5000 bytes`);
}

function checkCapability(problems: Problems, at: string, value: unknown): Fields | undefined {
  const base = ['type', 'interface', 'version'];
  const more: Record<string, readonly string[]> = {
    Alexa: [],
    'Alexa.SceneController': ['supportsDeactivation'],
    'Alexa.SimpleEventSource': ['instance', 'capabilityResources', 'configuration'],
    'Alexa.ContactSensor': ['properties'],
    'Alexa.EndpointHealth': ['properties'],
  };
  const name = String(typeof value === 'object' && value !== null && 'interface' in value ? value.interface : '');
  const extra = more[name];
  if (!extra) {
    problems.push(`${at}: the interface ${name} is not imitated here`);
    return undefined;
  }
  const found = object(problems, at, value, [...base, ...extra], ['proactivelyReported', 'retrievable']);
  exactly(problems, `${at}.type`, found?.['type'], 'AlexaInterface');
  const version = name === 'Alexa.SimpleEventSource' ? '1.0' : '3';
  exactly(problems, `${at}.version`, found?.['version'], version);
  if (extra.includes('properties')) checkProperties(problems, `${at}.properties`, found?.['properties'], name);
  if (extra.includes('instance')) checkEventSource(problems, at, found);
  if (extra.includes('supportsDeactivation') && typeof found?.['supportsDeactivation'] !== 'boolean') {
    problems.push(`${at}.supportsDeactivation must be true or false`);
  }
  return found;
}

function checkProperties(problems: Problems, at: string, value: unknown, name: string): void {
  const found = object(problems, at, value, ['supported', 'retrievable', 'proactivelyReported']);
  const [first] = list(problems, `${at}.supported`, found?.['supported'] ?? [], 1, 1);
  const wanted = name === 'Alexa.ContactSensor' ? 'detectionState' : 'connectivity';
  exactly(
    problems,
    `${at}.supported[0].name`,
    object(problems, `${at}.supported[0]`, first, ['name'])?.['name'],
    wanted,
  );
}

// https://developer.amazon.com/docs/device-apis/alexa-simpleeventsource.html
function checkEventSource(problems: Problems, at: string, found: Fields | undefined): void {
  text(problems, `${at}.instance`, found?.['instance']);
  const resources = object(problems, `${at}.capabilityResources`, found?.['capabilityResources'], ['friendlyNames']);
  checkLabels(problems, `${at}.capabilityResources.friendlyNames`, resources?.['friendlyNames']);
  const configuration = object(problems, `${at}.configuration`, found?.['configuration'], ['supportedEvents']);
  list(problems, `${at}.configuration.supportedEvents`, configuration?.['supportedEvents'] ?? [], 100, 1).forEach(
    (one, i) => {
      const place = `${at}.configuration.supportedEvents[${i}]`;
      const event = object(problems, place, one, ['id', 'friendlyNames']);
      text(problems, `${place}.id`, event?.['id']);
      checkLabels(problems, `${place}.friendlyNames`, event?.['friendlyNames']);
    },
  );
}

function checkLabels(problems: Problems, at: string, value: unknown): void {
  list(problems, at, value ?? [], 50, 1).forEach((one, i) => {
    const label = object(problems, `${at}[${i}]`, one, ['@type', 'value']);
    if (label?.['@type'] === 'asset') return;
    exactly(problems, `${at}[${i}].@type`, label?.['@type'], 'text');
    const words = object(problems, `${at}[${i}].value`, label?.['value'], ['text', 'locale']);
    text(problems, `${at}[${i}].value.text`, words?.['text']);
    text(problems, `${at}[${i}].value.locale`, words?.['locale'], locales);
  });
}

function starterOf(capabilities: readonly (Fields | undefined)[]): AlexaDevice['starter'] {
  const source = capabilities.find((one) => one?.['interface'] === 'Alexa.SimpleEventSource');
  if (source) {
    const ignored: Problems = [];
    const configuration = object(ignored, '', source['configuration'], []);
    const events = list(ignored, '', configuration?.['supportedEvents'], 100);
    return {
      kind: 'simple-event',
      instance: String(source['instance']),
      events: events.map((one) => String(object(ignored, '', one, [])?.['id'])),
    };
  }
  return capabilities.some((one) => one?.['interface'] === 'Alexa.ContactSensor') ? { kind: 'contact-sensor' } : null;
}
