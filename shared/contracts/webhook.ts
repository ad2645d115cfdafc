import * as z from 'zod/mini';

import { outcomes } from '../rules/execution.ts';
import { contract, type Endpoint } from './endpoint.ts';

const fire = {
  path: '/prod/trigger/{workspaceId}/{deviceId}',
  access: 'key',
  params: z.object({ workspaceId: z.string(), deviceId: z.string() }),
  query: z.object({ token: z.optional(z.string()) }),
  reply: 'raw',
} as const satisfies Partial<Endpoint>;

/** Answer of the webhook, whatever the outcome. */
export const webhookReply = z.object({
  outcome: z.enum(outcomes),
  executionId: z.string(),
  ms: z.number(),
  error: z.optional(z.string()),
  errorKey: z.optional(z.string()),
});

export const webhookContract = contract({
  fireByGet: { method: 'GET', ...fire, summary: 'Fire a trigger' },
  fireByPost: { method: 'POST', ...fire, summary: 'Fire a trigger; the body is ignored' },
  previewWebhook: { method: 'HEAD', ...fire, summary: 'Nothing: 204, for link previews' },
});
