import * as z from 'zod/mini';

import { reading } from '../kit-reading.ts';
import { field, isRecord, json, redirect, wantsJson, type SandboxCall, type Reply, type SandboxRoute } from '../kit.ts';
import { findPerson, type SandboxPerson } from '../world.ts';
import { send, sendRaw, type BuiltDirective, type Deps, type Exchange } from './directive.ts';
import { releaseGrant } from './enablement/controls.ts';
import { discoverDevices, skillResult, type SkillResult } from './enablement/discover.ts';
import { disableSkill, enableSkill } from './enablement/enable.ts';
import { regions, type AlexaHome } from './entities.ts';
import { choosePage, homePage } from './home-page.ts';
import { routineActs } from './routine-acts.ts';
import { say } from './say.ts';

type Act = (deps: Deps, person: SandboxPerson, call: SandboxCall) => SkillResult | Promise<SkillResult>;

export function homeRoutes(deps: Deps): readonly SandboxRoute[] {
  const homeOf = ({ key }: SandboxPerson) => deps.store.home(key);
  const acts: Record<string, Act> = {
    enable: (_, person) => enableSkill(deps, homeOf(person)),
    disable: (_, person) => disableSkill(deps, homeOf(person)),
    discover: (_, person) => discoverDevices(deps, homeOf(person)),
    grant: (_, person) => sendGrant(deps, homeOf(person)),
    say: (_, person, call) => say(deps, person, field(call, 'phrase') ?? ''),
    ...routineActs,
    region: moveHome,
    country: moveAccount,
  };
  const own = { kind: 'own' } as const;
  return [
    { ...own, method: 'GET', path: '/home', handle: () => choosePage(deps.world.people, deps.store) },
    {
      ...own,
      method: 'GET',
      path: '/home/:person.json',
      handle: (call) => forPerson(deps, call, (_, home) => json(200, view(home))),
    },
    {
      ...own,
      method: 'GET',
      path: '/home/:person/live',
      handle: (call) => forPerson(deps, call, (person) => live(deps, person)),
    },
    {
      ...own,
      method: 'GET',
      path: '/home/:person',
      handle: (call) => forPerson(deps, call, (person, home) => homePage(person, home, deps.store)),
    },
    {
      ...own,
      method: 'POST',
      path: '/home/:person/directive',
      handle: (call) => forPerson(deps, call, (_, home) => directive(deps, home, call)),
    },
    {
      ...own,
      method: 'POST',
      path: '/home/:person/advance',
      handle: (call) => forPerson(deps, call, (_, home) => advance(deps, home, call)),
    },
    ...Object.entries(acts).map(([name, act]): SandboxRoute => ({
      ...own,
      method: 'POST',
      path: `/home/:person/${name}`,
      handle: (call) => forPerson(deps, call, async (person) => answer(call, person, await act(deps, person, call))),
    })),
  ];
}

function forPerson(
  deps: Deps,
  call: SandboxCall,
  then: (person: SandboxPerson, home: AlexaHome) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const person = findPerson(deps.world.people, call.params['person']);
  return person
    ? then(person, deps.store.home(person.key))
    : json(404, { error: `nobody is called ${call.params['person'] ?? ''}` });
}

/** Omits `linkGrant` and the tokens in events. */
function view({ linkGrant, heldEvents, ...home }: AlexaHome) {
  return { ...home, accountLinked: linkGrant !== undefined, heldEvents: heldEvents.map(({ request }) => request.type) };
}

function answer(call: SandboxCall, person: SandboxPerson, { ok, said, exchanges }: SkillResult): Reply {
  if (!wantsJson(call)) return redirect(`${call.base}/home/${person.key}`);
  const shown = exchanges.map(exchanged);
  return json(ok ? 200 : 422, { ok, said, exchanges: shown });
}

function live({ store }: Deps, person: SandboxPerson): Reply {
  return { status: 200, stream: (tell) => store.watch(person.key, () => tell('change', '{}')) };
}

const advanceAsked = z.object({ seconds: z.coerce.number().check(z.nonnegative()) });

/** Advances the clock of one home. Afterwards it advances only by this control. */
function advance({ store }: Deps, home: AlexaHome, call: SandboxCall): Reply | Promise<Reply> {
  return reading(advanceAsked, call, async ({ seconds }) => {
    const nextMs = await store.clock.advance(home, seconds * 1000);
    store.touched(home);
    if (!wantsJson(call)) return redirect(`${call.base}/home/${home.person}`);
    return json(200, { nextSeconds: nextMs === undefined ? null : nextMs / 1000 });
  });
}

function moveHome(deps: Deps, person: SandboxPerson, call: SandboxCall): SkillResult {
  const home = deps.store.home(person.key);
  const region = regions.find((one) => one === field(call, 'region'));
  if (!region) return skillResult(deps, home, false, 'A home lies in NA, EU or FE.', []);
  home.region = region;
  return skillResult(deps, home, true, `This home now lies in ${region}.`, []);
}

/** Changes the country in which the Amazon account is registered. */
function moveAccount(deps: Deps, person: SandboxPerson, call: SandboxCall): SkillResult {
  const home = deps.store.home(person.key);
  const country = field(call, 'country');
  if (!country || !/^[A-Z]{2}$/.test(country))
    return skillResult(deps, home, false, 'A country has two letters, as BR.', []);
  home.country = country;
  return skillResult(deps, home, true, `This account is now registered in ${country}.`, []);
}

async function sendGrant(deps: Deps, home: AlexaHome): Promise<SkillResult> {
  const sent = await releaseGrant(deps, home);
  return skillResult(deps, home, sent > 0, sent > 0 ? home.says : 'No AcceptGrant is held back.', []);
}

/** With `raw`, the event is sent unchanged. */
async function directive(deps: Deps, home: AlexaHome, call: SandboxCall): Promise<Reply> {
  const body = isRecord(call.body) ? call.body : {};
  const namespace = field(call, 'namespace');
  const name = field(call, 'name');
  if (isBuilt(body['raw'])) return json(200, exchanged(await sendRaw(deps, home, body['raw'])));
  if (namespace === undefined || name === undefined)
    return json(400, { error: 'namespace and name are needed, or raw' });
  const wanted = { namespace, name, endpointId: field(call, 'endpointId'), payload: body['payload'] };
  return json(200, exchanged(await send(deps, home, wanted, field(call, 'token'))));
}

function exchanged({ reply, problems, ms, failure }: Exchange) {
  return { reply, problems, ms, failure: failure ?? null };
}

function isBuilt(value: unknown): value is BuiltDirective {
  return isRecord(value) && isRecord(value['directive']) && isRecord(value['directive']['header']);
}
