import type { Log } from '#functions/platform/log.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

type Keeping = { log: Log; deadline: Deadline; accessKeyId: string | undefined; executionId?: string };

/** Waits for a write about the use of a key. Logs a failure. */
export async function awaitKeyUse({ log, deadline, ...ids }: Keeping, write: Promise<void>): Promise<void> {
  const writing = write.catch((cause: unknown) => log('accessKey.useNotKept', ids, cause));
  await deadline.within(writing, () => log('accessKey.useNotKept', { ...ids, reason: 'tooLate' }));
}
