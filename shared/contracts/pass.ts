import * as z from 'zod/mini';

import { refusals } from '../refusals.ts';
import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { outcomes } from '../rules/execution/outcomes.ts';
import { answers as receiptAnswers } from '../rules/execution/receipts.ts';
import { contract, type Endpoint } from './endpoint.ts';
import { time } from './fields.ts';

/** Whether a guest can press the button. */
export const passStates = [
  'ready',
  // Becomes ready again automatically.
  'notNow',
  // Stays off until the user who created the pass fixes the cause.
  'off',
] as const;

export const passReply = z.object({
  /** Name of the workspace. */
  home: z.optional(z.string()),
  trigger: z.optional(z.string()),
  state: z.enum(passStates),
  /** The earliest time at which its conditions may allow a run. */
  nextAt: z.optional(time),
  timeZone: z.string(),
  usesLeft: z.optional(z.number()),
  until: z.optional(time),
});

export const passRunReply = z.object({
  outcome: z.enum(outcomeNames),
  replayed: z.optional(z.literal(true)),
  errorKey: z.optional(z.string()),
  nextAt: z.optional(time),
  answer: z.optional(z.enum(receiptAnswers)),
  ranMs: z.optional(z.number()),
});

const statuses = Object.values(outcomes).map(({ refusal }) => (refusal ? refusals[refusal][0] : 200));
const answers = Object.fromEntries(statuses.map((status) => [status, passRunReply]));
const call = { access: 'key', pass: true, reply: 'raw' } as const satisfies Partial<Endpoint>;

/** The secret of a guest page is in the fragment of its URL, which browsers never send to a server. */
export const passContract = contract({
  passPage: {
    method: 'GET',
    path: '/prod/pass',
    access: 'anyone',
    reply: 'raw',
    answers: { 200: 'page' },
    cacheSeconds: 3600,
    summary: 'The guest page: one button for one trigger, the same page for every pass; opening it runs nothing',
  },
  readPass: {
    method: 'POST',
    path: '/prod/pass/look',
    ...call,
    answers: { 200: passReply },
    summary: 'The trigger of a pass, and whether the pass may run it now; runs nothing',
  },
  readPassRun: {
    method: 'POST',
    path: '/prod/pass/answer',
    ...call,
    /** The `Idempotency-Key` that the run was started with. */
    query: z.object({ id: z.string() }),
    answers,
    summary: 'The result of a run that a pass started; runs nothing',
  },
  fireByPass: {
    method: 'POST',
    path: '/prod/pass/fire',
    ...call,
    fires: true,
    answers,
    summary: 'Run the trigger of a pass; at most ten times a minute per pass',
  },
});
