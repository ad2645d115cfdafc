import { inject } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';

const mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }));

export type SentMail = z.output<typeof mails>[number];

/** Newest first. */
export async function inboxOf(address: string): Promise<SentMail[]> {
  const client = sandboxClient(inject('stack').sandboxUrl ?? '');
  return mails.parse((await client.get(`/mailbox/inbox.json?to=${encodeURIComponent(address)}`)).body);
}
