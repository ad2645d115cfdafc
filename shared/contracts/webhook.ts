import * as z from 'zod/mini';

import { refusals } from '../refusals.ts';
import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { outcomes } from '../rules/execution/outcomes.ts';
import { answers as receiptAnswers } from '../rules/execution/receipts.ts';
import { contract, type Endpoint } from './endpoint.ts';

/** For every outcome. */
export const webhookReply = z.object({
  outcome: z.enum(outcomeNames),
  executionId: z.string(),
  ms: z.number(),
  error: z.optional(z.string()),
  errorKey: z.optional(z.string()),
  /** Where the routine confirms runs; with `Prefer: wait=8` what it answered within these seconds. */
  answer: z.optional(z.enum(receiptAnswers)),
  ranMs: z.optional(z.number()),
});

export const runReply = z.object({
  outcome: z.enum(outcomeNames),
  answer: z.optional(z.enum(receiptAnswers)),
  ranMs: z.optional(z.number()),
});

const fire = {
  path: '/prod/trigger/{workspaceId}/{deviceId}',
  access: 'key',
  params: z.object({ workspaceId: z.string(), deviceId: z.string() }),
  query: z.object({ token: z.optional(z.string()) }),
  reply: 'raw',
} as const satisfies Partial<Endpoint>;

const statuses = Object.values(outcomes).map(({ refusal }) => (refusal ? refusals[refusal][0] : 200));
const answers: NonNullable<Endpoint['answers']> = {
  ...Object.fromEntries(statuses.map((status) => [status, webhookReply])),
  204: 'empty',
};

export const webhookContract = contract({
  fireByGet: { method: 'GET', ...fire, answers, summary: 'Fire a trigger; 204 and nothing fired for link previews' },
  fireByPost: { method: 'POST', ...fire, answers, summary: 'Fire a trigger; the body is ignored' },
  readRun: {
    method: 'GET',
    ...fire,
    path: '/prod/trigger/{workspaceId}/{deviceId}/runs/{executionId}',
    params: z.object({ workspaceId: z.string(), deviceId: z.string(), executionId: z.string() }),
    answers: { 200: runReply, 204: 'empty' },
    summary: 'What became of a run: its outcome, and what its routine answered',
  },
  previewWebhook: { method: 'HEAD', ...fire, answers: { 204: 'empty' }, summary: 'Nothing: 204, for link previews' },
});
