import { inject } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';

const moved = z.object({
  from: z.iso.datetime(),
  now: z.iso.datetime(),
  tookMs: z.number(),
  happened: z.array(z.object({ at: z.iso.datetime(), what: z.string() })),
  ran: z.record(z.string(), z.number()),
  failed: z.array(z.object({ job: z.string(), why: z.string() })),
});

const client = () => sandboxClient(inject('stack').sandboxUrl ?? '');

/**
 * Moves the clocks of product and sandboxes, and resolves when all due work is done. Only for the suite `clock`, which
 * has its own stack.
 */
export async function move(asked: { advanceSeconds: number } | { to: string }): Promise<z.output<typeof moved>> {
  const answer = await client().json('/_clock', asked);
  if (answer.status !== 200) throw new Error(answer.text);
  return moved.parse(answer.body);
}

export const clockNow = async (): Promise<Date> =>
  new Date(z.object({ now: z.iso.datetime() }).parse((await client().get('/_clock')).body).now);

export const minutes = (count: number) => ({ advanceSeconds: count * 60 });
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);
