import { productName } from '#shared/product.ts';

export const starterNames = [
  'simple-event',
  'contact-sensor',
  /** A scene that the routine activates. It cannot start a routine itself. */
  'receipt',
] as const;

export type Device = {
  readonly deviceId: string;
  readonly name: string;
  readonly starter: (typeof starterNames)[number];
};

type Capability = { readonly type: 'AlexaInterface'; readonly interface: string; readonly version: string } & Readonly<
  Record<string, unknown>
>;

export type DiscoveryEndpoint = {
  readonly endpointId: string;
  readonly manufacturerName: string;
  readonly friendlyName: string;
  readonly description: string;
  readonly displayCategories: readonly ['ACTIVITY_TRIGGER' | 'SCENE_TRIGGER'];
  readonly cookie: Readonly<Record<string, string>>;
  readonly capabilities: readonly Capability[];
};

/** Routines refer to this event and to the instance below, so neither may change. */
export const runEventId = 'Run';
export const runInstanceOf = (deviceId: string): string => `${deviceId}-run`;

const capability = (name: string, version: string, rest: Readonly<Record<string, unknown>> = {}): Capability => ({
  type: 'AlexaInterface',
  interface: name,
  version,
  ...rest,
});

const locales = ['en-US', 'pt-BR', 'es-ES', 'es-MX', 'es-US'] as const;
const inEveryLocale = (texts: { en: string; pt: string; es: string }) =>
  locales.map((locale) => ({
    '@type': 'text',
    value: { text: locale === 'en-US' ? texts.en : locale === 'pt-BR' ? texts.pt : texts.es, locale },
  }));

const reportedProperty = (property: string) => ({
  properties: { supported: [{ name: property }], retrievable: true, proactivelyReported: true },
});

const simpleEventSource = (deviceId: string): Capability =>
  capability('Alexa.SimpleEventSource', '1.0', {
    instance: runInstanceOf(deviceId),
    capabilityResources: { friendlyNames: inEveryLocale({ en: 'Trigger', pt: 'Gatilho', es: 'Disparador' }) },
    configuration: {
      supportedEvents: [
        { id: runEventId, friendlyNames: inEveryLocale({ en: 'Run', pt: 'Executado', es: 'Ejecutado' }) },
      ],
    },
  });

const starters: Readonly<Record<Device['starter'], (device: Device) => Capability[]>> = {
  'simple-event': ({ deviceId }) => [simpleEventSource(deviceId)],
  'contact-sensor': () => [capability('Alexa.ContactSensor', '3', reportedProperty('detectionState'))],
  receipt: () => [],
};

/**
 * Throws for an id or a name that would make Alexa refuse the whole list.
 * https://developer.amazon.com/docs/device-apis/alexa-discovery-objects.html
 */
export function endpointOf(device: Device): DiscoveryEndpoint {
  const friendlyName = device.name.normalize('NFC').trim().replace(/\s+/gu, ' ');
  if (!/^[\w-]{1,250}$/.test(device.deviceId)) throw new Error('Alexa takes no endpoint with this id.');
  if (friendlyName === '' || friendlyName.length > 128) throw new Error('Alexa takes no endpoint with this name.');
  return {
    endpointId: device.deviceId,
    manufacturerName: productName,
    friendlyName,
    description: device.starter === 'receipt' ? `Confirmation of ${productName}` : `Trigger of ${productName}`,
    displayCategories: [device.starter === 'receipt' ? 'SCENE_TRIGGER' : 'ACTIVITY_TRIGGER'],
    cookie: {},
    capabilities: [
      capability('Alexa', '3'),
      capability('Alexa.SceneController', '3', { supportsDeactivation: false }),
      ...starters[device.starter](device),
      capability('Alexa.EndpointHealth', '3', reportedProperty('connectivity')),
    ],
  };
}

export function endpointsOf(
  devices: readonly Device[],
  onBroken: (deviceId: string, cause: unknown) => void,
): DiscoveryEndpoint[] {
  return devices.flatMap((device) => {
    try {
      return [endpointOf(device)];
    } catch (cause) {
      onBroken(device.deviceId, cause);
      return [];
    }
  });
}
