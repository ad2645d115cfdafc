import * as z from 'zod/mini';

import type { SandboxCall } from '../kit.ts';
import type { SandboxPerson } from '../world.ts';
import type { Deps } from './directive.ts';
import { skillResult, type SkillResult } from './enablement/discover.ts';
import type { AlexaHome } from './entities.ts';
import { addRoutine } from './hear.ts';
import { actionSchema, plainActions, whyNotActions, type Action } from './routine.ts';

type Act = (deps: Deps, person: SandboxPerson, call: SandboxCall) => SkillResult | Promise<SkillResult>;

/** The user's actions on routines in the Alexa app, and how the home reacts to events. */
export const routineActs: Record<string, Act> = {
  routines: acting(
    z.object({
      deviceId: z.optional(z.string()),
      friendlyName: z.optional(z.string()),
      says: z.optional(z.string()),
      scenes: z._default(z.union([z.string(), z.array(z.string())]), []),
      actions: z.optional(z.array(actionSchema)),
    }),
    (home, { friendlyName: name, says, scenes, actions, ...asked }) => {
      const device = home.devices.find((one) => one.deviceId === asked.deviceId || one.friendlyName === name);
      if (!device?.starter) return 'I know no such device that could start a routine.';
      const wanted = actions ?? plainActions(says ?? `${device.friendlyName}: done.`, [scenes].flat());
      return whyNotActions(wanted) ?? { said: `Routine created for ${addRoutine(home, device, wanted).friendlyName}.` };
    },
  ),
  forget: acting(z.object({ id: z.string() }), (home, { id }) => {
    const left = home.routines.filter((one) => one.id !== id);
    if (left.length === home.routines.length) return 'There is no such routine.';
    home.routines = left;
    return { said: 'Routine deleted.' };
  }),
  action: acting(z.intersection(z.object({ id: z.string() }), actionSchema), (home, { id, ...action }) =>
    change(home, id, (actions) => [...actions, action]),
  ),
  'remove-action': acting(z.object({ id: z.string(), place: z.coerce.number() }), (home, { id, place }) =>
    change(home, id, (actions) => actions.filter((_, at) => at !== place)),
  ),
  reaction: acting(
    z.object({ how: z.enum(['usual', 'slow', 'mute']), seconds: z._default(z.coerce.number().check(z.positive()), 5) }),
    (home, { how, seconds }) => {
      home.isMute = how === 'mute';
      home.slowSeconds = how === 'slow' ? seconds : 0;
      if (how === 'mute') return { said: 'No routine starts here any more.' };
      return { said: how === 'slow' ? `Routines start ${seconds} s late.` : 'Routines start at once.' };
    },
  ),
};

/** A string is a refusal and changes nothing. */
function acting<T>(schema: z.ZodMiniType<T>, act: (home: AlexaHome, asked: T) => string | { said: string }): Act {
  return (deps, { key }, { body }) => {
    const home = deps.store.home(key);
    const asked = schema.safeParse(body ?? {});
    const result = asked.success
      ? act(home, asked.data)
      : `I need ${asked.error.issues.map(({ path }) => path.join('.')).join(', ')}.`;
    const [ok, said] = typeof result === 'string' ? [false, result] : [true, result.said];
    return skillResult(deps, home, ok, said, []);
  };
}

function change(home: AlexaHome, id: string, to: (actions: Action[]) => Action[]): string | { said: string } {
  const routine = home.routines.find((one) => one.id === id);
  if (!routine) return 'There is no such routine.';
  const actions = to(routine.actions);
  const problem = whyNotActions(actions);
  if (problem !== undefined) return problem;
  routine.actions = actions;
  return { said: 'Routine changed.' };
}
