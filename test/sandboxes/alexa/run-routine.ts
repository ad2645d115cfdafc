import { note, send, type Deps } from './directive.ts';
import type { AlexaDevice, AlexaHome } from './entities.ts';
import type { Action, Routine } from './routine.ts';

/** Alexa takes a moment to start a scene. */
const MOMENT_MS = 300;

/** `messageId` identifies the starting event, and `at` is its arrival by the clock of the home. */
type Started = { routine: Routine; messageId: string; at: number };

/** A routine that fires itself runs endlessly until the skill stops it. */
export function startRoutine(deps: Deps, home: AlexaHome, routine: Routine, messageId: string): void {
  const started = { routine, messageId, at: deps.store.clock.now(home) };
  const begin = (): Promise<void> => goOn(deps, home, started, 0);
  if (home.slowSeconds > 0) deps.store.clock.later(home, home.slowSeconds * 1000, begin);
  else void begin();
}

async function goOn(deps: Deps, home: AlexaHome, started: Started, place: number): Promise<void> {
  const { routine } = started;
  const action = home.routines.includes(routine) ? routine.actions[place] : undefined;
  if (!action) return;
  const next = (): Promise<void> => goOn(deps, home, started, place + 1);
  if (action.kind === 'wait') return deps.store.clock.later(home, action.seconds * 1000, next);
  if (action.kind === 'scene')
    return deps.store.clock.later(home, MOMENT_MS, () => startScene(deps, home, started, action.scene).then(next));
  switchLanguage(deps, home, action);
  return next();
}

function switchLanguage({ store }: Deps, home: AlexaHome, action: Extract<Action, { kind: 'say' | 'play' }>): void {
  home.says = action.kind === 'say' ? action.text : `Playing ${action.what}.`;
  store.touched(home);
}

async function startScene(
  deps: Deps,
  home: AlexaHome,
  { routine, messageId, at }: Started,
  scene: string,
): Promise<void> {
  const reason = `by the routine of ${routine.friendlyName}`;
  const device = findScene(home, scene);
  if (!device) {
    const name = 'Alexa.SceneController Activate';
    const problems = ['no device of this name'];
    note(deps, home, { from: 'alexa', name, text: `not sent: ${scene}, ${reason}`, problems, ms: null });
    return;
  }
  const payload = { cause: { type: 'RULE_TRIGGER' }, timestamp: deps.world.now().toISOString() };
  const directive = { namespace: 'Alexa.SceneController', name: 'Activate', endpointId: device.deviceId, payload };
  const { failure } = await send(deps, home, { ...directive, reason });
  if (failure !== undefined || device.deviceId !== confirmingId(routine)) return;
  const event = home.events.find((one) => one.messageId === messageId);
  if (event) event.ranMs ??= deps.store.clock.now(home) - at;
  deps.store.touched(home);
}

/** The id of the device that confirms the routine's trigger. */
const confirmingId = ({ deviceId }: Routine): string => deviceId.replace(/^trg-/, 'rcp-');

export function findScene(home: AlexaHome, scene: string): AlexaDevice | undefined {
  return home.devices.find((one) => one.voice && (one.deviceId === scene || one.friendlyName === scene));
}
