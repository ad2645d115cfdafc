import * as z from 'zod/mini';

import { browsers, systems } from '../rules/device.ts';
import { contract } from './endpoint.ts';
import { opaqueId, time } from './fields.ts';

const session = z.object({
  /** An id for display and deletion; it cannot be used to sign in. */
  id: opaqueId,
  browser: z.optional(z.enum(browsers)),
  system: z.optional(z.enum(systems)),
  createdAt: time,
  /** Updated at most once an hour, so the last use may be up to an hour later. */
  lastUsedAt: time,
  /** Whether this session made the request. */
  current: z.boolean(),
});

export type Session = z.output<typeof session>;

export const sessionsContract = contract({
  listSessions: {
    method: 'GET',
    path: '/api/sessions',
    access: 'session',
    reply: z.array(session),
    summary: 'The sessions of the user',
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/sessions',
    access: 'session',
    query: z.object({ which: z.enum(['others', 'all']) }),
    summary: 'End all sessions of the user, or all other ones',
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    access: 'session',
    params: z.object({ id: opaqueId }),
    owned: { 'params.id': 'session' },
    summary: 'End a session',
  },
});
