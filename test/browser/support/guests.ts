import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { journeyPeople } from '../../support/worlds/people.ts';

/** The folder that holds one empty folder per guest already used, separate for each product. */
export const guestBook = (appUrl: string): string =>
  fileURLToPath(new URL(`../../../.cache/browser-guests/${new URL(appUrl).port}`, import.meta.url));

/** `key` is the value for `login_hint` and for the address of the guest's home. */
export type Guest = { key: string; name: string; email: string };

/** Returns a user who has never signed in. `mkdir` succeeds in only one process, so no guest is used twice. */
export function newGuest(appUrl: string): Guest {
  for (const { key, name, email } of journeyPeople) {
    if (!key.startsWith('guest-')) continue;
    try {
      mkdirSync(`${guestBook(appUrl)}/${key}`);
      return { key, name, email };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  throw new Error('Every guest has been met; make the crowd of test/support/worlds/people.ts larger.');
}
