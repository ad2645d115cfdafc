import type { SandboxPerson } from '../world.ts';
import { send, type Deps, type Exchange } from './directive.ts';
import type { AlexaHome } from './entities.ts';
import { learn } from './hear.ts';

export type SkillResult = { ok: boolean; said: string; exchanges: Exchange[] };

const SKILL_SCOPE = 'alexa::async_event:write';

export async function enableSkill(deps: Deps, person: SandboxPerson): Promise<SkillResult> {
  const { amazon, world, store } = deps;
  const home = store.home(person.key);
  // While a skill stays enabled Alexa sends no second AcceptGrant.
  if (home.skillEnabled) return done(deps, home, true, 'The skill is enabled already.', []);
  const before = { everEnabled: home.everEnabled };
  const { amazonWeb, amazonSkill } = world.clients;
  amazon.consent(person.key, amazonWeb.id, 'profile');
  const link = amazon.grant(person.key, amazonWeb.id, 'profile');
  const code = amazon.newCode({ person: person.key, clientId: amazonSkill.id, scope: SKILL_SCOPE });
  // The skill may report devices before it has answered.
  Object.assign(home, { skillEnabled: true, everEnabled: true, linkGrant: link.grant.id });
  const grant = { type: 'OAuth2.AuthorizationCode', code };
  const accepted = await send(deps, home, {
    namespace: 'Alexa.Authorization',
    name: 'AcceptGrant',
    payload: { grant },
  });
  if (accepted.failure !== undefined) {
    switchOff(deps, home);
    Object.assign(home, before);
    return done(deps, home, false, `Linking failed. ${accepted.failure}`, [accepted]);
  }
  const found = await discoverDevices(deps, person);
  return { ...found, said: `Skill enabled. ${found.said}`, exchanges: [accepted, ...found.exchanges] };
}

/** The skill is not notified; its grant and devices go. */
export function disableSkill(deps: Deps, person: SandboxPerson): SkillResult {
  const home = deps.store.home(person.key);
  if (!home.skillEnabled) return done(deps, home, true, 'The skill is not enabled.', []);
  switchOff(deps, home);
  return done(deps, home, true, 'Skill disabled. Its devices are gone.', []);
}

function switchOff({ amazon, world }: Deps, home: AlexaHome): void {
  home.skillEnabled = false;
  home.devices = [];
  if (home.linkGrant !== undefined) amazon.withdraw(home.linkGrant);
  delete home.linkGrant;
  // The gateway token stays, so that the gateway can answer SKILL_DISABLED_EXCEPTION.
  amazon.revoke(home.person, world.clients.amazonSkill.id, true);
}

/** Devices missing from the answer stay known. */
export async function discoverDevices(deps: Deps, person: SandboxPerson): Promise<SkillResult> {
  const home = deps.store.home(person.key);
  if (!home.skillEnabled) return done(deps, home, false, 'The skill is not enabled.', []);
  const exchange = await send(deps, home, { namespace: 'Alexa.Discovery', name: 'Discover' });
  if (exchange.failure !== undefined)
    return done(deps, home, false, `Discovery failed. ${exchange.failure}`, [exchange]);
  const listed = exchange.checked?.endpoints ?? [];
  const refused = new Set(exchange.problems.flatMap((text) => /endpoints\[(\d+)\]/.exec(text)?.[1] ?? []));
  const good = listed.filter((_, i) => !refused.has(String(i)));
  const noRoom = learn({ store: deps.store, now: deps.world.now }, home, good, 'discovery');
  const found = good.length === 1 ? 'I found one device.' : `I found ${good.length} devices.`;
  const left = refused.size + noRoom.length;
  const said = left > 0 ? `${found} ${left} could not be taken.` : found;
  return done(deps, home, exchange.problems.length === 0, said, [exchange]);
}

export function done({ store }: Deps, home: AlexaHome, ok: boolean, said: string, exchanges: Exchange[]): SkillResult {
  home.says = said;
  store.touched(home);
  return { ok, said, exchanges };
}
