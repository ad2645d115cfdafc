import * as z from 'zod/mini';

import { contract } from './endpoint.ts';
import { time } from './fields.ts';
import { myData } from './my-data.ts';

const deletion = z.object({
  requestedAt: time,
  dueAt: time,
  /** The deletion has started and can no longer be revoked. */
  begun: z.boolean(),
});

export type AccountDeletion = z.output<typeof deletion>;

const path = '/api/account/deletion';

export const accountContract = contract({
  readMyData: {
    method: 'GET',
    path: '/api/account/data',
    access: 'session',
    query: z.object({ cursor: z.optional(z.string().check(z.maxLength(1000))) }),
    reply: myData,
    attachment: 'recado-data.json',
    summary:
      'All data that is stored about the user, in parts of some megabytes; `next` is the cursor of the next part',
  },
  readDeletion: {
    method: 'GET',
    path,
    access: 'session',
    reply: z.nullable(deletion),
    summary: 'When the account will be deleted, or `null`',
  },
  planDeletion: {
    method: 'POST',
    path,
    access: 'session',
    reply: deletion,
    summary: 'Delete the account in seven days; a repeated request keeps the first date',
  },
  revokeDeletion: {
    method: 'DELETE',
    path,
    access: 'session',
    reply: z.nullable(deletion),
    summary: 'Cancel the deletion of the account; returns `null` unless the deletion has already started',
  },
});
