import * as z from 'zod/mini';

import { contactReport } from '#functions/alexa/run-message.ts';
import type { Sent } from '#functions/alexa/send-to-gateway.ts';
import type { RunStore } from '#functions/data/run-store.ts';
import { triggerItem } from '#functions/data/trigger-item.ts';

type Deps = {
  runs: Pick<RunStore, 'closed'>;
  /** Sends to the event gateway for a workspace; `deadline` in ms since 1970. */
  send: (workspaceId: number, build: (token: string) => object, deadline: number) => Promise<Pick<Sent, 'outcome'>>;
  now: () => Date;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
};
type Image = Readonly<Record<string, unknown>>;

const opened = z.object({ openSince: z.number() });

/** Alexa has to see the contact open for a moment before it closes. */
const openMs = 1_000;

/**
 * Contact strategy: reports the contact of a trigger closed again after a run, from the two images of the table's
 * stream. Should that fail, the trigger keeps `openSince`, and its next run closes the contact before it opens it.
 */
export async function closeContact(
  deps: Deps,
  before: Image | undefined,
  after: Image,
  deadline: number,
): Promise<'closed' | 'stillOpen' | 'nothingToDo'> {
  const { data: trigger } = triggerItem.safeParse(after);
  if (trigger?.openSince === undefined) return 'nothingToDo';
  const { openSince } = trigger;
  if (opened.safeParse(before).data?.openSince === openSince) return 'nothingToDo';
  const openedAt = openSince + (trigger.run?.ms ?? 0);
  const wait = openedAt + openMs - deps.now().getTime();
  if (wait > 0) await deps.pause(Math.min(wait, openMs));
  const moment = { messageId: deps.newId(), at: deps.now() };
  const { outcome } = await deps.send(
    trigger.workspaceId,
    (token) => contactReport(trigger, 'NOT_DETECTED', moment, token),
    deadline,
  );
  if (outcome !== 'sent') return 'stillOpen';
  await deps.runs.closed(trigger.workspaceId, trigger.id, openSince);
  return 'closed';
}
