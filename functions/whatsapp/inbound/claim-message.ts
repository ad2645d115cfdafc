import type { GroupClaim, GroupClaimed, GroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { busy } from '#functions/platform/deadline.ts';
import type { Log } from '#functions/platform/log.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';

import type { Hearing } from './command-context.ts';
import { answerMs, doorMs, holdMs, leftMs } from './deadlines.ts';

export type ClaimDeps = {
  messages: Pick<GroupMessageStore, 'take' | 'finish' | 'release'>;
  log: Log;
  now: () => Date;
};

/** Claims a message before anything that somebody could notice. */
export async function takeMessage(deps: ClaimDeps, hearing: Hearing, claim: GroupClaim): Promise<GroupClaimed> {
  const taking = deps.messages.take(claim, holdMs);
  try {
    return await withTimeout(leftMs(deps, hearing, doorMs), taking, busy);
  } catch (cause) {
    // Nobody knows whether it was made. Nothing was done, so it must not stay.
    await letGo(deps, hearing, claim, taking);
    throw cause;
  }
}

/** For a message of which nothing was done: the next delivery may. `taking`: a claim that may still be made. */
export async function letGo(
  deps: ClaimDeps,
  hearing: Hearing,
  claim: GroupClaim,
  taking: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const release = (): Promise<void> => deps.messages.release(claim);
  const later = taking.then(release, () => undefined);
  await settled(deps, hearing, Promise.all([release(), later]));
}

/** Waits for a write that changes nothing any more of what was done; its failure is noted. */
export async function settled(deps: ClaimDeps, hearing: Hearing, write: Promise<unknown>): Promise<void> {
  const ids = { requestId: hearing.requestId, instanceId: hearing.line.instanceId };
  const noted = write.then(
    () => undefined,
    (cause: unknown) => deps.log('group.claimNotKept', ids, cause),
  );
  const late = (): void => deps.log('group.claimNotKept', { ...ids, reason: 'tooLate' });
  await withTimeout(leftMs(deps, hearing, doorMs + answerMs), noted, late);
}
