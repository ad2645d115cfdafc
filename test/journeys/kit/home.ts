import { inject } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';

const home = z.object({
  skillEnabled: z.boolean(),
  says: z.string(),
  devices: z.array(z.object({ deviceId: z.string(), friendlyName: z.string(), via: z.string() })),
  events: z.array(z.object({ deviceId: z.string(), known: z.boolean(), problem: z.nullable(z.string()) })),
  log: z.array(z.object({ name: z.string(), text: z.string(), problems: z.array(z.string()), message: z.string() })),
});

export function homeOf(person: string, { sandboxUrl = '' } = inject('stack')) {
  const at = `/alexa/home/${person}`;
  const client = sandboxClient(sandboxUrl);

  async function look(): Promise<z.output<typeof home>> {
    return z.parse(home, (await client.get(`${at}.json`)).body);
  }
  async function act(deed: string, body: unknown = {}): Promise<string> {
    const answer = await client.json(`${at}/${deed}`, body);
    if (answer.status !== 200) throw new Error(`${deed} in the home of ${person}: ${answer.text}`);
    return answer.text;
  }
  return {
    look,
    enableSkill: () => act('enable'),
    disableSkill: () => act('disable'),
    discover: () => act('discover'),
    /** `scenes` are names of devices that the routine activates. */
    addRoutine: (friendlyName: string, says: string, scenes: string[] = []) =>
      act('routines', { friendlyName, says, scenes }),
    /** The actions of the routine in order; scenes are given by device name. */
    buildRoutine: (friendlyName: string, actions: readonly object[]) => act('routines', { friendlyName, actions }),
    react: (how: 'usual' | 'mute') => act('reaction', { how }),
    /** Throws an error with the Echo's reply on failure. */
    say: (phrase: string) => act('say', { phrase }),
    /** `token` replaces the token of the account link. */
    directive: (body: { namespace: string; name: string; endpointId?: string; payload?: object; token?: string }) =>
      act('directive', body),
    moveTo: (region: 'NA' | 'EU' | 'FE') => act('region', { region }),
    knows: async (): Promise<string[]> => (await look()).devices.map((device) => device.friendlyName).toSorted(),
    eventCount: async (deviceId: string): Promise<number> =>
      (await look()).events.filter((event) => event.deviceId === deviceId && event.problem === null).length,
  };
}
