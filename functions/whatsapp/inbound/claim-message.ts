import type { GroupClaim, ClaimResult, GroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { busy } from '#functions/platform/deadline.ts';
import type { Log } from '#functions/platform/log.ts';

import type { CommandContext } from './command-context.ts';
import { answerDeadline, executionDeadline, holdMs } from './deadlines.ts';

export type ClaimDeps = {
  messages: Pick<GroupMessageStore, 'take' | 'finish' | 'release'>;
  log: Log;
  now: () => Date;
};

/** Claims a message before anything that somebody could notice. */
export async function claimMessage(deps: ClaimDeps, context: CommandContext, claim: GroupClaim): Promise<ClaimResult> {
  const taking = deps.messages.take(claim, holdMs);
  try {
    return await executionDeadline(deps, context).within(taking, busy);
  } catch (cause) {
    // Nobody knows whether it was made. Nothing was done, so it must not stay.
    await releaseClaim(deps, context, claim, taking);
    throw cause;
  }
}

/** For a message of which nothing was done: the next delivery may. `taking`: a claim that may still be made. */
export async function releaseClaim(
  deps: ClaimDeps,
  context: CommandContext,
  claim: GroupClaim,
  taking: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const release = (): Promise<void> => deps.messages.release(claim);
  const later = taking.then(release, () => undefined);
  await settled(deps, context, Promise.all([release(), later]));
}

/** Waits for a write that changes nothing any more of what was done; its failure is noted. */
export async function settled(deps: ClaimDeps, context: CommandContext, write: Promise<unknown>): Promise<void> {
  const ids = { requestId: context.requestId, instanceId: context.line.instanceId };
  const noted = write.then(
    () => undefined,
    (cause: unknown) => deps.log('group.claimNotKept', ids, cause),
  );
  const late = (): void => deps.log('group.claimNotKept', { ...ids, reason: 'tooLate' });
  await answerDeadline(deps, context).within(noted, late);
}
