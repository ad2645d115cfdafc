import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { whenStarterIsGone } from '../local/bootstrap/ancestor.mjs';
import { seed } from '../local/seed/seed.ts';
import { root, startStack } from '../local/stack.ts';
import { journeyPeople } from '../support/worlds/people.ts';
import { guestBook } from './support/guests.ts';

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
const end = (): void => void stack.close().finally(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
// Playwright ends what it started unless it is killed itself; the runner of all suites says that this may happen.
if (process.env['ENDS_WITH_STARTER']) whenStarterIsGone(end);
console.log(`app ${stack.appUrl} sandboxes ${stack.sandboxUrl}`);
