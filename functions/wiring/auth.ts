import { linkAmazonAccount } from '#functions/alexa/link-amazon-account.ts';
import { moveAmazonAccount } from '#functions/alexa/move-amazon-account.ts';
import { authHandlers } from '#functions/auth/handlers.ts';
import { sessionsHandlers } from '#functions/auth/sessions/handlers.ts';
import { createBrowserStore } from '#functions/data/people/browser-store.ts';
import { createDeletionStore } from '#functions/data/people/deletion-store.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createSignInStateStore } from '#functions/data/people/sign-in-state-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createVisitRateStore } from '#functions/data/people/visit-rate-store.ts';
import { newNumericId } from '#functions/platform/hashes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { findPerson } from '#functions/platform/http/session.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createGoogleLogin } from '#functions/providers/google-login.ts';
import { newWorkspace } from '#functions/workspaces/new-workspace.ts';
import { authContract } from '#shared/contracts/auth.ts';
import { sessionsContract } from '#shared/contracts/sessions.ts';

import { amazonLinks } from './parts/amazon-links.ts';
import { connecting } from './parts/connecting.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

export function authApi(world: SealedWorld) {
  const { config, secrets, table, seal, http, log, now, newId, report } = world;
  const platform = signedInPlatform(world);
  const linking = amazonLinks(world);
  const sessions = {
    appUrl: config.APP_URL,
    now,
    newId,
    sessions: createSessionStore(table, report),
    browsers: createBrowserStore(table, report),
  };
  const handlers = authHandlers({
    ...sessions,
    log,
    newUserId: newId,
    originSecret: platform.originSecret,
    visits: createVisitRateStore(table),
    signInsPerMinute: config.SIGN_INS_PER_MINUTE,
    secrets,
    amazon: createAmazonLogin({ config, http }),
    google: createGoogleLogin({ config, http, now }),
    states: createSignInStateStore(table, report),
    users: createUserStore(table, report),
    deletions: createDeletionStore(table, report),
    workspaces: linking.workspaces,
    makeWorkspace: (wished) => newWorkspace({ newId: newNumericId, now, seal }, wished),
    findPerson: (cookies) => findPerson(platform, cookies),
    linkAccount: (request) => linkAmazonAccount(linking, request),
    moveAccount: (request, from) => moveAmazonAccount(linking, request, from),
    moved: linking.moved,
    ...connecting(world),
  });
  return serve({ ...authContract, ...sessionsContract }, { ...handlers, ...sessionsHandlers(sessions) }, platform);
}
