import * as z from 'zod/mini';

import { reading } from '../../kit-reading.ts';
import { json, type SandboxCall, type Reply, type SandboxRoute } from '../../kit.ts';
import { findPerson } from '../../world.ts';
import type { Deps } from '../directive.ts';
import type { AlexaHome } from '../entities.ts';
import { grantAndDiscover } from './api.ts';
import { deliver } from './skill-events.ts';
import { skillSettingsSchema, switchesSchema } from './skill-settings.ts';

const person = { person: z.optional(z.string()) };
const releaseAsked = z.strictObject({ ...person, what: z.optional(z.enum(['grant', 'events'])) });

const partly = <T extends z.core.$ZodShape>(shape: T) => z.extend(z.partial(z.strictObject(shape)), person);
const skillAsked = partly(skillSettingsSchema.shape);
const switchesAsked = partly(switchesSchema.shape);

export function enablementControls(deps: Deps): SandboxRoute[] {
  const own = { kind: 'own', method: 'POST' } as const;
  return [
    { ...own, path: '/_skill', handle: (call) => changeSkill(deps, call) },
    { ...own, path: '/_enablement', handle: (call) => changeSwitches(deps, call) },
    { ...own, path: '/_release', handle: (call) => releaseHeld(deps, call) },
  ];
}

/** `POST /_skill`: changes stage, countries, testers, delisting and events of the skill, for all users or one. */
function changeSkill(deps: Deps, call: SandboxCall): Reply | Promise<Reply> {
  return reading(skillAsked, call, ({ person: name, ...wanted }) =>
    forHome(deps, name, (home) => {
      deps.store.changeSkill(wanted, home);
      return json(200, deps.store.skillOf(home));
    }),
  );
}

/** `POST /_enablement`: changes how Alexa enables the skill, for all users or one. */
function changeSwitches(deps: Deps, call: SandboxCall): Reply | Promise<Reply> {
  return reading(switchesAsked, call, ({ person: name, ...wanted }) =>
    forHome(deps, name, (home) => {
      deps.store.changeSwitches(wanted, home);
      return json(200, deps.store.switchesOf(home));
    }),
  );
}

/** `POST /_release`: sends held grants, then held events, and waits for the skill's replies. */
function releaseHeld(deps: Deps, call: SandboxCall): Reply | Promise<Reply> {
  return reading(releaseAsked, call, ({ person: name, what }) =>
    forHome(deps, name, async (home) => {
      const homes = home ? [home] : deps.world.people.map(({ key }) => deps.store.home(key));
      const released = { grants: 0, events: 0 };
      for (const one of homes) {
        if (what !== 'events') released.grants += await releaseGrant(deps, one);
        if (what !== 'grant') released.events += await releaseEvents(deps, one);
      }
      return json(200, released);
    }),
  );
}

export async function releaseGrant(deps: Deps, home: AlexaHome): Promise<number> {
  if (!home.grantHeld) return 0;
  await grantAndDiscover(deps, home);
  return 1;
}

async function releaseEvents(deps: Deps, home: AlexaHome): Promise<number> {
  const events = home.heldEvents.splice(0);
  await deliver(deps, home, events);
  return events.length;
}

/** Undefined means all users. */
function forHome(
  deps: Deps,
  name: string | undefined,
  then: (home: AlexaHome | undefined) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  if (name === undefined) return then(undefined);
  const found = findPerson(deps.world.people, name);
  return found ? then(deps.store.home(found.key)) : json(400, { error: `nobody is called ${name}` });
}
