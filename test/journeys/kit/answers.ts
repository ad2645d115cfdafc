import * as z from 'zod/mini';

import type { Answered } from '../../local/browser-like.ts';

/** Throws on an error response. */
export function parsedReply<S extends z.ZodMiniType>(schema: S, answer: Answered): z.output<S> {
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text.slice(0, 400)}`);
  return z.parse(schema, answer.json());
}

const refusal = z.object({
  error: z.string().check(z.minLength(1)),
  errorKey: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});

export function refusalIn(answer: Answered): { status: number; errorKey: string; fields?: Record<string, string> } {
  const { errorKey, fields } = z.parse(refusal, answer.json());
  return { status: answer.status, errorKey, ...(fields && { fields }) };
}
