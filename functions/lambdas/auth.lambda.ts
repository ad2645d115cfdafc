import { randomUUID } from 'node:crypto';

import { linkAmazonAccount } from '#functions/alexa/link-amazon-account.ts';
import { authHandlers } from '#functions/auth/handlers.ts';
import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createSignInStateStore } from '#functions/data/people/sign-in-state-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { createVisitRateStore } from '#functions/data/people/visit-rate-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { newNumericId } from '#functions/platform/hashes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { findPerson } from '#functions/platform/http/session.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createGoogleLogin } from '#functions/providers/google-login.ts';
import { createHttp } from '#functions/providers/http.ts';
import {
  log,
  now,
  realConfig,
  realSeal,
  realSecrets,
  realTable,
  reportUnreadable as report,
  signedInPlatform,
  warmUp,
} from '#functions/wiring/process.ts';
import { newWorkspace } from '#functions/workspaces/new-workspace.ts';
import { authContract } from '#shared/contracts/auth.ts';

const table = realTable();
warmUp(['origin', 'amazon', 'google'], { table });

const config = realConfig();
const http = createHttp();
const seal = realSeal();
const platform = signedInPlatform();
const workspaces = createWorkspaceStore(table, report);

const linking = {
  workspaces,
  links: createAmazonLinkStore({ table, now, newId: randomUUID, report }),
  grants: createGrantStore(table, now, report),
};

const handlers = authHandlers({
  appUrl: config.APP_URL,
  now,
  log,
  newUserId: randomUUID,
  originSecret: platform.originSecret,
  visits: createVisitRateStore(table),
  signInsPerMinute: config.SIGN_INS_PER_MINUTE,
  secrets: realSecrets(),
  amazon: createAmazonLogin({ config, http }),
  google: createGoogleLogin({ config, http, now }),
  states: createSignInStateStore(table, report),
  sessions: createSessionStore(table, report),
  users: createUserStore(table, report),
  workspaces,
  makeWorkspace: (wished) => newWorkspace({ newId: newNumericId, now, seal }, wished),
  findPerson: (cookies) => findPerson(platform, cookies),
  linkAccount: (request) => linkAmazonAccount(linking, request),
});

export const handler = serve(authContract, handlers, platform);
