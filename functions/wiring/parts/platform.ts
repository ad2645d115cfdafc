import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import type { OpenPlatform, SignedInPlatform } from '#functions/platform/http/request-context.ts';
import { cdnSecret } from '#functions/platform/http/request-origin.ts';

import type { TablelessWorld, World } from '../world.ts';

/** For calls without a session. */
export const openPlatform = ({ config, secrets, log, now }: TablelessWorld): OpenPlatform => ({
  appUrl: config.APP_URL,
  originSecret: cdnSecret(secrets, config),
  log,
  now,
});

/** For calls of signed-in users. */
export const signedInPlatform = (world: World): SignedInPlatform => ({
  ...openPlatform(world),
  sessions: createSessionStore(world.table, world.report),
  users: createUserStore(world.table, world.report),
});
