import type { GroupClaim, GroupMessageStore, GroupRun } from '#functions/data/whatsapp/group-message-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { busy } from '#functions/platform/time/deadline.ts';

import type { CommandContext } from './command-context.ts';
import { holdMs } from './deadlines.ts';

export type ClaimDeps = {
  messages: Pick<GroupMessageStore, 'take' | 'finish' | 'release'>;
  newId: () => string;
  log: Log;
};

export type ClaimState =
  /** No process has handled the message before. */
  | 'taken'
  /** An earlier process died after it may have fired a trigger. */
  | 'lost';

type Settled = { run?: GroupRun | undefined; cleanUp?: Promise<unknown> | undefined };

/** Releases the claim if the work throws: it had no effect, so the next delivery may try again. */
export async function withClaim<Result extends Settled>(
  deps: ClaimDeps,
  context: CommandContext,
  work: (claimed: ClaimState) => Promise<Result | undefined>,
): Promise<Result | 'running' | 'over' | undefined> {
  const claim = claimOf(deps, context);
  const taking = deps.messages.take(claim, holdMs);
  let result: Result | undefined;
  try {
    const claimed = await context.deadline.within(taking, busy);
    if (claimed === 'running' || claimed === 'over') return claimed;
    result = await work(claimed);
  } catch (cause) {
    await waitForWrite(deps, context, release(deps, claim, taking));
    throw cause;
  }
  // Written last: if the process dies before this, the message may be answered twice, but it is always answered.
  await waitForWrite(deps, context, Promise.all([deps.messages.finish(claim, result?.run), result?.cleanUp]));
  return result;
}

function claimOf({ newId }: ClaimDeps, { line, message, command, features }: CommandContext): GroupClaim {
  const fires = command.kind === 'fire' && features.has('whatsappCommands');
  return { instanceId: line.instanceId, messageId: message.messageId, claimId: newId(), fires };
}

/** Also releases a claim that is stored only after the deadline. */
function release({ messages }: ClaimDeps, claim: GroupClaim, taking: Promise<unknown>): Promise<unknown> {
  const later = taking.then(
    () => messages.release(claim),
    () => undefined,
  );
  return Promise.all([messages.release(claim), later]);
}

/** Waits until the answer's deadline, and only logs a failure. */
async function waitForWrite({ log }: ClaimDeps, context: CommandContext, write: Promise<unknown>): Promise<void> {
  const ids = { requestId: context.requestId, instanceId: context.line.instanceId };
  const logged = write.then(
    () => undefined,
    (cause: unknown) => log('group.claimNotKept', ids, cause),
  );
  await context.answerDeadline.within(logged, () => log('group.claimNotKept', { ...ids, reason: 'tooLate' }));
}
