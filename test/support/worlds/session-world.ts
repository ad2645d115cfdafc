import { beginSession } from '#functions/auth/sessions/begin-session.ts';
import { endSession, endSessions } from '#functions/auth/sessions/end-sessions.ts';
import { listSessions } from '#functions/auth/sessions/list-sessions.ts';
import { createBrowserStore } from '#functions/data/people/browser-store.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import type { Table } from '#functions/data/table.ts';
import type { Person } from '#functions/platform/http/request-context.ts';
import { findPerson } from '#functions/platform/http/session.ts';
import type { Language } from '#shared/rules/language.ts';

import { aFakeAlexa } from './a-fake-alexa.ts';
import { aClock, alexaWorld } from './alexa-world.ts';

export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const appUrl = 'https://recado.example';

/** Users with browsers, their sessions in a real table, and the mails about them. */
export function sessionWorld(table: Table) {
  const clock = aClock();
  const world = alexaWorld(table, aFakeAlexa(), clock);
  const logged: string[] = [];
  const deps = {
    appUrl,
    now: clock.now,
    newId: world.ground.newId,
    log: (event: string) => void logged.push(event),
    sessions: createSessionStore(table),
    browsers: createBrowserStore(table),
  };
  let workspaces = 0;

  return {
    ...world,
    ...deps,
    clock,
    logged,

    async addPerson(userId: string, language: Language = 'en'): Promise<void> {
      await world.addWorkspace((workspaces += 1), userId, true);
      await world.users.keepProfile(userId, { name: userId, email: `${userId}@example.com`, language });
    },

    browser(userAgent: string | undefined = chrome) {
      const jar = new Map<string, string>();
      const setCookie = (line: string): void => {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        jar.set(name, value);
      };
      const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`);
      const person = (): Promise<Person | undefined> => findPerson(deps, cookies(), userAgent);
      const known = async (): Promise<Person> => {
        const found = await person();
        if (!found) throw new Error('This browser is signed in.');
        return found;
      };
      return {
        jar,
        person,
        signIn: (userId: string, { first = false, language }: { first?: boolean; language?: Language } = {}) =>
          beginSession(deps, { userId, name: userId, first, language }, { cookies: cookies(), userAgent, setCookie }),
        isSignedIn: async () => (await person()) !== undefined,
        sessions: async () => listSessions(deps, await known()),
        end: async (id: string) => endSession(deps, await known(), id),
        endAll: async (which: 'others' | 'all') => endSessions(deps, await known(), which),
        clear: () => jar.clear(),
      };
    },
  };
}
