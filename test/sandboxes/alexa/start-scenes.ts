import { setTimeout as pause } from 'node:timers/promises';

import { note, send, type Deps } from './directive.ts';
import type { AlexaDevice, AlexaHome, Routine } from './entities.ts';

/** A routine may start its own starter; a skill that allows it would loop for ever. */
const MAX_HOPS = 5;
/** A routine starts after the gateway has answered. */
const MOMENT_MS = 300;

/** Depth of the scene chain that is running in each home. */
const underWay = new WeakMap<AlexaHome, Set<{ hop: number }>>();

/** Events that arrive meanwhile count as caused by the scenes; the sixth in a chain starts nothing. */
export async function startScenes(deps: Deps, home: AlexaHome, routine: Routine): Promise<void> {
  const mine = underWay.get(home) ?? new Set();
  underWay.set(home, mine);
  const turn = { hop: Math.max(0, ...[...mine].map((one) => one.hop)) + 1 };
  mine.add(turn);
  try {
    if (routine.scenes.length > 0) await pause(MOMENT_MS);
    for (const scene of routine.scenes) await startScene(deps, home, { routine, scene, hop: turn.hop });
  } finally {
    mine.delete(turn);
  }
}

async function startScene(deps: Deps, home: AlexaHome, step: { routine: Routine; scene: string; hop: number }) {
  const { routine, scene, hop } = step;
  const reason = `by the routine of ${routine.friendlyName}`;
  const device = findScene(home, scene);
  if (!device || hop > MAX_HOPS) {
    const problems = [device ? `routines have started one another ${MAX_HOPS} times` : 'no device of this name'];
    const name = 'Alexa.SceneController Activate';
    note(deps, home, { from: 'alexa', name, text: `not sent: ${scene}, ${reason}`, problems, ms: null });
    return;
  }
  const payload = { cause: { type: 'RULE_TRIGGER' }, timestamp: deps.world.now().toISOString() };
  const directive = { namespace: 'Alexa.SceneController', name: 'Activate', endpointId: device.deviceId, payload };
  await send(deps, home, { ...directive, reason });
}

export function findScene(home: AlexaHome, scene: string): AlexaDevice | undefined {
  return home.devices.find((one) => one.voice && (one.deviceId === scene || one.friendlyName === scene));
}
