import * as z from 'zod/mini';

import { contract } from './endpoint.ts';
import { numericId, time } from './fields.ts';

const signInQuery = z.object({
  defaultWorkspaceName: z.optional(z.string()),
  login_hint: z.optional(z.string()),
});

const callbackQuery = z.object({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  error: z.optional(z.string()),
});

export const signedInUser = z.object({
  id: z.string(),
  name: z.string(),
  trialUsed: z.boolean(),
  signedInWith: z.enum(['amazon', 'google']),
  email: z.optional(z.string()),
  /** Saves the browser a request before it loads the workspace. */
  currentWorkspaceId: z.optional(numericId),
  /** Workspaces whose first steps are finished or hidden. */
  firstStepsHidden: z.optional(z.array(numericId)),
  /** Only while the account is scheduled for deletion. */
  deletionDueAt: z.optional(time),
});

export const authContract = contract({
  currentUser: {
    method: 'GET',
    path: '/api/auth/user',
    access: 'session',
    orNobody: true,
    query: z.object({ orNobody: z.optional(z.string()) }),
    /** `null` only with `orNobody`. */
    reply: z.nullable(signedInUser),
    summary: 'The signed-in user',
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    summary: 'End the session; does nothing if there is none',
  },
  amazon: {
    method: 'GET',
    path: '/api/auth/amazon',
    access: 'anyone',
    query: z.extend(signInQuery, {
      workspace: z.optional(z.string()),
      force_login: z.optional(z.string()),
      timestamp: z.optional(z.string()),
      /** The `pageToken` of the status, sent with `workspace`: disables and enables the skill at Alexa. */
      reset: z.optional(z.string()),
      /** The `pageToken` of the status: takes the account from the workspace that has it. */
      move: z.optional(z.string()),
    }),
    reply: 'redirect',
    summary: 'Sign in with Amazon; with `workspace`, link an Amazon account to that workspace',
  },
  amazonCallback: {
    method: 'GET',
    path: '/api/auth/amazon/callback',
    access: 'anyone',
    query: callbackQuery,
    reply: 'redirect',
    summary: 'Redirect target of Login with Amazon',
  },
  google: {
    method: 'GET',
    path: '/api/auth/google',
    access: 'anyone',
    query: signInQuery,
    reply: 'redirect',
    summary: 'Sign in with Google',
  },
  googleCallback: {
    method: 'GET',
    path: '/api/auth/google/callback',
    access: 'anyone',
    query: callbackQuery,
    reply: 'redirect',
    summary: 'Redirect target of Google',
  },
});
