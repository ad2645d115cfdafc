import * as z from 'zod/mini';

import { refusals } from '../refusals.ts';
import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { outcomes } from '../rules/execution/outcomes.ts';
import { answers as receiptAnswers } from '../rules/execution/receipts.ts';
import { checkReply } from './check.ts';
import { contract, type Endpoint } from './endpoint.ts';
import { opaqueId, time } from './fields.ts';

/** The reply for every outcome. */
export const webhookReply = z.object({
  outcome: z.enum(outcomeNames),
  /** Absent if the history does not store the run: it was only counted, or its trigger does not exist. */
  executionId: z.optional(z.string()),
  ms: z.number(),
  /** This reply repeats that of an earlier call with the same key. The trigger did not run again. */
  replayed: z.optional(z.literal(true)),
  error: z.optional(z.string()),
  errorKey: z.optional(z.string()),
  /** The store page of the skill in the caller's language (`Accept-Language`), by default in English. */
  skillPage: z.optional(z.string()),
  /** The earliest time at which the trigger's conditions may allow a run. */
  nextAt: z.optional(time),
  /** The confirmation that arrived while the call waited (`Prefer: wait=8`). Only if the routine confirms runs. */
  answer: z.optional(z.enum(receiptAnswers)),
  ranMs: z.optional(z.number()),
});

export const runReply = z.object({
  outcome: z.enum(outcomeNames),
  answer: z.optional(z.enum(receiptAnswers)),
  ranMs: z.optional(z.number()),
});

/** The reply to a call with `in`. */
export const plannedReply = z.object({ planId: opaqueId, at: time, replayed: z.optional(z.literal(true)) });

const fire = {
  path: '/prod/trigger/{workspaceId}/{deviceId}',
  access: 'key',
  params: z.object({ workspaceId: z.string(), deviceId: z.string() }),
  /** `key` is the id of the access key that signed the request. */
  query: z.object({ token: z.optional(z.string()), key: z.optional(z.string()) }),
  reply: 'raw',
} as const satisfies Partial<Endpoint>;

const query = z.object({
  ...fire.query.shape,
  /** With `1`, nothing runs and the reply contains the steps of a check. */
  dryRun: z.optional(z.string()),
  /** Runs the trigger later, for example in `15m`; minutes, hours or days, up to seven days. */
  in: z.optional(z.string()),
  /** The idempotency key, for callers that cannot set the header `Idempotency-Key`. */
  id: z.optional(z.string()),
});

const statuses = Object.values(outcomes).map(({ refusal }) => (refusal ? refusals[refusal][0] : 200));
const answers: NonNullable<Endpoint['answers']> = {
  ...Object.fromEntries(statuses.map((status) => [status, webhookReply])),
  200: z.union([webhookReply, checkReply]),
  202: plannedReply,
};

export const webhookContract = contract({
  fireByGet: {
    method: 'GET',
    ...fire,
    fires: true,
    query,
    answers: { ...answers, 204: 'empty' },
    summary:
      'Run a trigger, or plan the run with `in=15m`, or check it with `dryRun=1`; `Prefer: wait=8` waits for the confirmation of the routine; link previews and `HEAD` get 204 and run nothing',
  },
  fireByPost: {
    method: 'POST',
    ...fire,
    fires: true,
    query,
    answers,
    summary:
      'Run a trigger, or plan the run with `in=15m`, or check it with `dryRun=1`; `Prefer: wait=8` waits for the confirmation of the routine; a body of up to 4.5 MB is used only to verify a signature',
  },
  readRun: {
    method: 'GET',
    ...fire,
    path: '/prod/trigger/{workspaceId}/{deviceId}/runs/{executionId}',
    params: z.object({ workspaceId: z.string(), deviceId: z.string(), executionId: z.string() }),
    answers: { 200: runReply, 204: 'empty' },
    summary: 'The result of a run: its outcome and the confirmation of its routine',
  },
});
