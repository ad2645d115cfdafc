import { send, type Deps, type Exchange } from '../directive.ts';
import type { AlexaHome } from '../entities.ts';
import { learn } from '../hear.ts';

export type SkillResult = { ok: boolean; said: string; exchanges: Exchange[] };

/** Devices that are missing in the reply stay known. */
export async function discoverDevices(deps: Deps, home: AlexaHome): Promise<SkillResult> {
  if (!home.skillEnabled) return skillResult(deps, home, false, 'The skill is not enabled.', []);
  const exchange = await send(deps, home, { namespace: 'Alexa.Discovery', name: 'Discover' });
  if (exchange.failure !== undefined)
    return skillResult(deps, home, false, `Discovery failed. ${exchange.failure}`, [exchange]);
  const listed = exchange.checked?.endpoints ?? [];
  const refused = new Set(exchange.problems.flatMap((text) => /endpoints\[(\d+)\]/.exec(text)?.[1] ?? []));
  const good = listed.filter((_, i) => !refused.has(String(i)));
  const noRoom = learn({ store: deps.store, now: deps.world.now }, home, good, 'discovery');
  const found = good.length === 1 ? 'I found one device.' : `I found ${good.length} devices.`;
  const left = refused.size + noRoom.length;
  const said = left > 0 ? `${found} ${left} could not be taken.` : found;
  return skillResult(deps, home, exchange.problems.length === 0, said, [exchange]);
}

export function skillResult(
  { store }: Deps,
  home: AlexaHome,
  ok: boolean,
  said: string,
  exchanges: Exchange[],
): SkillResult {
  home.says = said;
  store.touched(home);
  return { ok, said, exchanges };
}
