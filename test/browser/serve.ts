import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { seed } from '../local/seed.ts';
import { root, startStack } from '../local/stack.ts';
import { journeyPeople } from '../support/people.ts';
import { guestBook } from './guests.ts';

/** The local product for browser tests: on free ports, in memory, built as deployed, with the story told. */
const stack = await startStack({
  web: 'built',
  prod: true,
  workers: 4,
  people: journeyPeople,
  logFile: join(root, '.cache', 'functions-browser.log'),
  prepare: async ({ sandboxUrl, ...at }) => {
    if (sandboxUrl !== undefined) await seed({ ...at, sandboxUrl });
  },
});
const guests = guestBook(stack.appUrl);
await rm(guests, { recursive: true, force: true });
await mkdir(guests, { recursive: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stack.close().finally(() => process.exit(0)));
}
console.log(`app ${stack.appUrl} sandboxes ${stack.sandboxUrl}`);
