import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { whenStarterIsGone } from '../local/bootstrap/ancestor.mjs';
import { seed } from '../local/seed/seed.ts';
import { root, startStack } from '../local/stack.ts';
import { journeyPeople } from '../support/worlds/people.ts';
import { guestBook } from './support/guests.ts';

const stack = await startStack({
  web: 'built',
  prod: true,
  workers: 4,
  people: journeyPeople,
  timeLimitFactor: 6,
  logFile: join(root, '.cache', 'functions-browser.log'),
  prepare: async ({ sandboxUrl, ...at }) => {
    if (sandboxUrl !== undefined) await seed({ ...at, sandboxUrl });
  },
});
/** A stage without ALEXA_SKILL_ID, whose users enable the skill by hand. */
const byHand = await startStack({
  web: 'built',
  prod: true,
  workers: 1,
  people: journeyPeople,
  timeLimitFactor: 6,
  logFile: join(root, '.cache', 'functions-browser-by-hand.log'),
  env: { ALEXA_SKILL_ID: '', DYNAMODB_ENDPOINT: stack.dynamodbUrl, TABLE_NAME: 'by-hand' },
});
/** A separate stack, because moving its clock would end the trials and sessions of other tests. */
const moved = await startStack({
  web: 'built',
  prod: true,
  workers: 1,
  movesPages: true,
  people: journeyPeople,
  timeLimitFactor: 6,
  logFile: join(root, '.cache', 'functions-browser-clock.log'),
  env: { DYNAMODB_ENDPOINT: stack.dynamodbUrl, TABLE_NAME: 'clock' },
});
for (const { appUrl } of [stack, byHand, moved]) {
  const guests = guestBook(appUrl);
  await rm(guests, { recursive: true, force: true });
  await mkdir(guests, { recursive: true });
}
const end = (): void =>
  void moved
    .close()
    .then(() => byHand.close())
    .then(() => stack.close())
    .finally(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
// If Playwright itself is killed, it cannot end this process.
if (process.env['ENDS_WITH_STARTER']) whenStarterIsGone(end);
console.log(
  `app ${stack.appUrl} sandboxes ${stack.sandboxUrl} dynamodb ${stack.dynamodbUrl} table ${stack.tableName} by hand ${byHand.appUrl} sandboxes ${byHand.sandboxUrl} clock ${moved.appUrl} sandboxes ${moved.sandboxUrl}`,
);
