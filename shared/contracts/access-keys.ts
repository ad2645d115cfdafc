import * as z from 'zod/mini';

import { keyRights, maxKeyTriggers, maxKeyUses } from '../rules/access-keys.ts';
import { conditions } from '../rules/conditions/conditions.ts';
import { storedConditions } from '../rules/conditions/stored-conditions.ts';
import { contract } from './endpoint.ts';
import { opaqueId, time } from './fields.ts';

const triggers = z.union([z.literal('all'), z.array(opaqueId).check(z.minLength(1), z.maxLength(maxKeyTriggers))]);
const uses = z.int().check(z.minimum(1), z.maximum(maxKeyUses));
/** The handler checks the name when it stores it, so that each mistake gets its own message. */
const name = z.string();

const accessKey = z.object({
  id: opaqueId,
  name: z.string(),
  triggers,
  conditions: storedConditions,
  /** How many runs the key allows; absent when unlimited. */
  uses: z.optional(uses),
  used: z.number(),
  /** Calls are signed (Standard Webhooks), so the secret is never part of a request. */
  signed: z.boolean(),
  /** The key was created as a guest page with a button. */
  page: z.boolean(),
  right: z.enum(keyRights),
  createdAt: time,
  /** Rounded to the hour. */
  usedAt: z.optional(time),
  /** The previous secret remains valid until then. */
  oldSecretUntil: z.optional(time),
});

export type AccessKey = z.output<typeof accessKey>;

/** No other response contains the secret. */
const withSecret = z.extend(accessKey, { secret: z.string() });
const byId = z.object({ id: opaqueId });
const owned = { 'params.id': 'accessKey' } as const;

export const accessKeysContract = contract({
  listAccessKeys: {
    method: 'GET',
    path: '/api/access-keys',
    access: 'session',
    scope: 'workspace',
    reply: z.object({ accessKeys: z.array(accessKey) }),
    summary: 'Access keys of the workspace, newest first; ended keys are listed for another 30 days',
  },
  createAccessKey: {
    method: 'POST',
    path: '/api/access-keys',
    access: 'session',
    scope: 'workspace',
    body: z.object({
      name,
      triggers,
      conditions: z.optional(conditions),
      uses: z.optional(uses),
      /** At most one of `signed` and `page` may be set. */
      signed: z.optional(z.boolean()),
      page: z.optional(z.boolean()),
      right: z._default(z.enum(keyRights), 'fire'),
    }),
    reply: withSecret,
    status: 201,
    summary:
      'Create an access key: a named secret for some or all triggers, optionally with a number of uses and an end',
  },
  updateAccessKey: {
    method: 'PATCH',
    path: '/api/access-keys/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    body: z.object({
      name: z.optional(name),
      triggers: z.optional(triggers),
      conditions: z.optional(conditions),
      uses: z.optional(z.nullable(uses)),
      /** Creates a new secret. The old one remains valid for 24 hours or ends now. */
      rotate: z.optional(z.enum(['in24Hours', 'now'])),
    }),
    reply: z.extend(accessKey, { secret: z.optional(z.string()) }),
    owned,
    summary: 'Change an access key, or replace its secret; only this response contains the new secret',
  },
  deleteAccessKey: {
    method: 'DELETE',
    path: '/api/access-keys/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    owned,
    summary: 'Revoke an access key immediately',
  },
});
