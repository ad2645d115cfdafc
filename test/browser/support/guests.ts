import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { journeyPeople } from '../../support/worlds/people.ts';

/** Where it is noted who was met already: one empty folder per person, below one per product under test. */
export const guestBook = (appUrl: string): string =>
  fileURLToPath(new URL(`../../../.cache/browser-guests/${new URL(appUrl).port}`, import.meta.url));

/** Somebody with accounts at the sandboxes, by the key that a `login_hint` and the address of the house take. */
export type Guest = { key: string; name: string; email: string };

/**
 * Somebody whom the product has never met. Tests run in several processes; making a folder is the one thing that exactly
 * one of them can do.
 */
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
