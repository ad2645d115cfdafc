import type { SandboxPerson } from '../world.ts';
import { send, type Deps } from './directive.ts';
import { skillResult, type SkillResult } from './enablement/discover.ts';
import type { AlexaDevice, AlexaHome } from './entities.ts';

const verbs =
  /^(?:alexa,? )?(?:turn on|activate|run|start|ligar|ligue|liga|ativar|ative|encender|enciende|activar|activa)(?: (?:o|a|el|la|the))? (.+)$/;

export async function say(deps: Deps, person: SandboxPerson, phrase: string): Promise<SkillResult> {
  const home = deps.store.home(person.key);
  const heard = alike(phrase);
  const [, name] = verbs.exec(heard) ?? [];
  if (name === undefined) return skillResult(deps, home, false, "Sorry, I don't know that one.", []);
  const device = findDevice(home, name) ?? findDevice(home, heard.split(' ').slice(1).join(' '));
  if (!device) return skillResult(deps, home, false, `Sorry, I couldn't find a device called ${name}.`, []);
  const payload = { cause: { type: 'VOICE_INTERACTION' }, timestamp: deps.world.now().toISOString() };
  const directive = { namespace: 'Alexa.SceneController', name: 'Activate', endpointId: device.deviceId, payload };
  const before = home.events[0];
  const exchange = await send(deps, home, directive);
  if (exchange.failure !== undefined)
    return skillResult(deps, home, false, apology(device, exchange.checked?.errorType), [exchange]);
  // A plain OK must not overwrite the speech of a routine that ran in between.
  if (home.events[0] === before) return skillResult(deps, home, true, 'OK.', [exchange]);
  return { ok: true, said: 'OK.', exchanges: [exchange] };
}

function findDevice(home: AlexaHome, name: string): AlexaDevice | undefined {
  return home.devices.find((one) => one.voice && alike(one.friendlyName) === name);
}

/** Lower case without accents, so that equal names sound alike. */
function alike(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

function apology(device: AlexaDevice, errorType: string | undefined): string {
  if (errorType === 'NO_SUCH_ENDPOINT') return `${device.friendlyName} isn't there any more. Please discover devices.`;
  if (errorType === 'ENDPOINT_UNREACHABLE')
    return `${device.friendlyName} isn't responding. Please check its connection.`;
  return `Sorry, something went wrong with ${device.friendlyName}.`;
}
