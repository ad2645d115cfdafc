import type { Run, TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { Claim } from '#functions/data/triggers/claim-store.ts';
import type { Traces } from '#functions/data/triggers/run-store.ts';
import { streakAfter, isFirstTry } from '#shared/rules/execution/loop.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';

import type { ExecuteDeps, Execution, Progress } from './run.ts';
import { isOnlyCounted } from './take-permit.ts';

type Deps = Pick<ExecuteDeps, 'runs' | 'claims' | 'log' | 'now'>;

/** Returns false if the event may not be recorded on the trigger. A failure here does not change the answer. */
export async function recordRun(
  deps: Deps,
  run: Progress,
  trigger: TriggerItem,
  claim: Claim | undefined,
  answer: Execution,
): Promise<boolean> {
  const { outcome, executionId, ms, awaitedSince } = answer;
  const { keepsClaim, reached } = outcomes[outcome];
  const kept = { outcome, executionId, ms, ...(awaitedSince !== undefined && { awaitedSince }) };
  const record = tryWrite(deps, run, 'trigger.notRecorded', () =>
    isOnlyCounted(outcome, run)
      ? deps.runs.countRefusal(trigger, recordOf(run, trigger, answer), run.accessKey?.id)
      : deps.runs.record(
          trigger.workspaceId,
          trigger.id,
          recordOf(run, trigger, answer),
          tracesOf(deps, run, trigger, answer),
        ),
  );
  const settle =
    claim &&
    tryWrite(deps, run, 'trigger.claimNotKept', () =>
      keepsClaim ? deps.claims.finish(claim, kept) : deps.claims.release(claim),
    );
  const [recorded] = await Promise.all([record, settle]);
  return recorded || reached === 'no';
}

/** Call if nothing was sent. */
export async function releaseTaken(deps: Deps, run: Progress, claim: Claim): Promise<void> {
  await tryWrite(deps, run, 'trigger.claimNotKept', () => deps.claims.release(claim));
}

/**
 * Call if nothing was sent. Also releases a claim that is still being made: its key would return the answer of a run
 * that never happened.
 */
export async function releaseClaim(
  deps: Deps,
  run: Progress,
  claim: Claim,
  taking: ReturnType<Deps['claims']['take']>,
): Promise<void> {
  const release = (): Promise<void> => deps.claims.release(claim);
  const later = taking.then(
    ({ outcome }) => (outcome === 'taken' ? release() : undefined),
    () => undefined,
  );
  await tryWrite(deps, run, 'trigger.claimNotKept', () => Promise.all([release(), later]));
}

/** With a longer name, stages, user and request id would push the trigger's item past 1 kB. */
const maxNameBytes = 330;
/** Size of the receipt statistics. */
const receiptBytes = 290;
/** Size of the time at which a loop was stopped or tried again. */
const loopBytes = 20;

function recordOf(
  { request, stages, openMs, accessKey }: Progress,
  { name, receipt, chain: streak }: TriggerItem,
  answer: Execution,
): Run {
  const { channel, who = accessKey?.name, person, requestId, startedAt, dueAt } = request;
  const { executionId, outcome, ms } = answer;
  const at = startedAt.toISOString();
  const told = {
    stages,
    ...(who !== undefined && { who }),
    ...(person !== undefined && { person }),
    ...(dueAt !== undefined && { dueAt }),
    ...((requestId?.length ?? 37) <= 36 && { requestId }),
  };
  const more = (receipt ? receiptBytes : 0) + (streak?.loopAt === undefined ? 0 : loopBytes);
  const fits = Buffer.byteLength(name) <= maxNameBytes - more;
  const waits = openMs !== undefined && outcomes[outcome].reached !== 'no';
  return { id: executionId, at, channel, outcome, ms, stages: {}, ...(fits && told), ...(waits && { openMs }) };
}

function tracesOf({ now }: Deps, { request }: Progress, trigger: TriggerItem, { outcome }: Execution): Traces {
  const { reached } = outcomes[outcome];
  const eventAt = reached === 'no' ? undefined : now().getTime();
  const heardAt = request.startedAt.getTime();
  const extendsStreak = request.channel === 'voice' && (eventAt !== undefined || outcome === 'loop');
  const streak = extendsStreak ? streakAfter(trigger.chain, heardAt, eventAt) : undefined;
  // Uses the start of the run, because the routine may answer before its end is recorded.
  const tried = reached === 'yes' && isFirstTry(streak ?? trigger.chain) && { triedAt: heardAt };
  return {
    executed: reached === 'yes',
    opened: trigger.starter === 'contact-sensor' && reached !== 'no',
    ...(eventAt !== undefined && { eventAt }),
    ...(streak ? { chain: { ...streak, ...tried } } : tried),
  };
}

async function tryWrite(
  deps: Deps,
  run: Progress,
  event: 'trigger.notRecorded' | 'trigger.claimNotKept',
  write: () => Promise<unknown>,
): Promise<boolean> {
  const ids = { executionId: run.id, triggerId: run.request.triggerId };
  try {
    const done = write().then(() => true);
    return await run.deadline.within(done, () => {
      deps.log(event, { ...ids, reason: 'tooLate' });
      return false;
    });
  } catch (cause) {
    deps.log(event, ids, cause);
    return false;
  }
}
