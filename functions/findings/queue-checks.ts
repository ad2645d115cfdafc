import type { NotificationStore } from '#functions/data/findings/notification-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

export type QueueChecksDeps = {
  told: Pick<NotificationStore, 'due' | 'queue'>;
  newId: () => string;
  log: Log;
  now: () => Date;
};

const atOnce = 8;

/** Runs once a minute and queues a check of each workspace that is due. */
export async function queueChecks({ told, newId, log, now }: QueueChecksDeps, deadline: Deadline): Promise<void> {
  const until = now();
  let from: Record<string, unknown> | undefined;
  do {
    const page = await told.due(until, from);
    await mapConcurrently(page.looks, atOnce, async (look) => {
      if (deadline.isOver()) return;
      // It remains due. The others must not wait for it.
      await told.queue(look, { id: newId(), now: now() }).catch((cause: unknown) => {
        log('findings.lookFailed', { workspaceId: look.workspaceId }, cause);
      });
    });
    from = page.next;
  } while (from && !deadline.isOver());
}
