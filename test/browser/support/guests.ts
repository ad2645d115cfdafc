import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { journeyPeople } from '../../support/worlds/people.ts';

/** One empty folder for each guest that was used, below one for each product. */
export const guestBook = (appUrl: string): string =>
  fileURLToPath(new URL(`../../../.cache/browser-guests/${new URL(appUrl).port}`, import.meta.url));

/** `key` is what a `login_hint` and the address of the home take. */
export type Guest = { key: string; name: string; email: string };

/** A person whom the product has not met. Only one process can make a given folder. */
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
