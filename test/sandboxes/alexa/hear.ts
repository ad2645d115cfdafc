import type { DiscoveredDevice } from './check-endpoint.ts';
import type { GatewayMessage } from './check-event.ts';
import type { AlexaDevice, AlexaHome } from './entities.ts';
import { aRoutine, plainActions, titleOf, type Action, type Routine } from './routine.ts';
import type { AlexaStore } from './store.ts';

type Deps = { store: AlexaStore; now: () => Date };
type Press = Extract<GatewayMessage, { kind: 'press' }>;
type Change = Extract<GatewayMessage, { kind: 'change' }>;

/** Alexa accepts 300 devices per customer. */
const MAX_DEVICES = 300;

/** Returns the names that did not fit. */
export function learn(
  { store, now }: Deps,
  home: AlexaHome,
  learnt: readonly DiscoveredDevice[],
  via: AlexaDevice['via'],
): string[] {
  const noRoom: string[] = [];
  for (const one of learnt) {
    const known = home.devices.find((device) => device.deviceId === one.deviceId);
    if (known) Object.assign(known, one);
    else if (home.devices.length >= MAX_DEVICES) noRoom.push(one.friendlyName);
    else home.devices.push({ ...one, via, learntAt: now().toISOString() });
    for (const wanted of store.newRoutines) {
      if (wanted.person !== home.person || wanted.friendlyName !== one.friendlyName) continue;
      if (!home.routines.some((routine) => routine.deviceId === one.deviceId))
        addRoutine(home, one, plainActions(wanted.says, []));
    }
  }
  return noRoom;
}

/** Routines of forgotten devices stay but no longer work, like in the Alexa app. */
export function forget(home: AlexaHome, deviceIds: readonly string[]): void {
  home.devices = home.devices.filter((one) => !deviceIds.includes(one.deviceId));
}

export function addRoutine(
  home: AlexaHome,
  { deviceId, friendlyName }: Pick<AlexaDevice, 'deviceId' | 'friendlyName'>,
  actions: Action[],
): Routine {
  const routine = aRoutine(deviceId, friendlyName, actions);
  home.routines.push(routine);
  return routine;
}

/** Records an event and returns the routine that it starts. */
export function hear(deps: Deps, home: AlexaHome, message: Press | Change): Routine | undefined {
  const device = home.devices.find((one) => one.deviceId === message.endpointId);
  const unheard = message.kind === 'press' ? whyNoPress(device, message) : whyNoChange(device, message);
  const problem = unheard ?? (home.isMute ? 'no routine starts in this home, which is mute' : undefined);
  if (message.kind === 'change') {
    if (device && message.connectivity !== undefined) device.connectivity = message.connectivity;
    if (device && isContact(message.contact)) device.contact = message.contact;
    // A closing contact or a health report starts nothing.
    if (message.contact !== 'DETECTED') return undefined;
  }
  const routine = problem === undefined ? home.routines.find((one) => one.deviceId === message.endpointId) : undefined;
  const at = deps.now();
  deps.store.addEvent(home, {
    at: at.toISOString(),
    deviceId: message.endpointId,
    friendlyName: device?.friendlyName ?? null,
    known: device !== undefined,
    routine: routine ? titleOf(routine) : null,
    ms: Math.max(0, at.getTime() - Date.parse(message.at)),
    messageId: message.messageId,
    problem: problem ?? null,
  });
  return routine;
}

function whyNoPress(device: AlexaDevice | undefined, { instance, event }: Press): string | undefined {
  if (!device) return 'Alexa knows no such device';
  if (device.starter?.kind !== 'simple-event') return 'the device declares no event source';
  if (device.starter.instance !== instance) return `the device declares no instance ${instance}`;
  return device.starter.events.includes(event) ? undefined : `the device declares no event ${event}`;
}

/** Alexa reacts only to changes. */
function whyNoChange(device: AlexaDevice | undefined, { contact }: Change): string | undefined {
  if (!device) return 'Alexa knows no such device';
  if (device.starter?.kind !== 'contact-sensor') return 'the device declares no contact sensor';
  return contact !== undefined && device.contact === contact
    ? 'nothing changed: the contact was open already'
    : undefined;
}

function isContact(value: string | undefined): value is NonNullable<AlexaDevice['contact']> {
  return value === 'DETECTED' || value === 'NOT_DETECTED';
}
