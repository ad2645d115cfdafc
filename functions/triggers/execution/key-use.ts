import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import { busy, recordReserveMs } from '#functions/platform/time/deadline.ts';
import { Refusal } from '#shared/refusals.ts';
import { isUsedAtDue, tapsPerMinute } from '#shared/rules/access-keys.ts';
import { outcomes, type Outcome } from '#shared/rules/execution/outcomes.ts';
import { minuteOf } from '#shared/rules/execution/rate-limit.ts';

import { awaitKeyUse } from '../await-key-use.ts';
import { stage, type ExecuteDeps, type Progress } from './run.ts';

type Deps = Pick<ExecuteDeps, 'keyUses' | 'log' | 'now'>;

/** Judges by the key as it was read. */
export const isTappedTooOften = ({ page, tapMinute, taps = 0 }: AccessKeyItem, now: Date): boolean =>
  page === true && tapMinute === minuteOf(now) && taps >= tapsPerMinute;

const isCounted = ({ uses, page }: AccessKeyItem): boolean => uses !== undefined || page === true;

/**
 * Takes a use before anything is sent. Returns the limit that the run would exceed. Throws the reason if the key may
 * not be used.
 */
export async function takeUse(deps: Deps, run: Progress): Promise<'tooMany' | undefined> {
  const { accessKey } = run;
  if (!accessKey || !isCounted(accessKey)) return undefined;
  const taking = deps.keyUses.take(accessKey);
  const deadline = run.deadline.reserve(recordReserveMs);
  const taken = await stage(deps, run, 'claim', () => taking, busy, deadline).catch((cause: unknown) => {
    void taking.then(
      (late) => (late === 'taken' ? giveBack(deps, run, accessKey) : undefined),
      () => undefined,
    );
    throw cause;
  });
  if (taken === 'usedUp') throw new Refusal('accessKey.usedUp');
  if (taken === 'stopped') throw new Refusal('trigger.notFound');
  if (taken === 'tooOften') return 'tooMany';
  run.tookUse = true;
  return undefined;
}

/** Call if nothing was sent. */
export async function giveBackUse(deps: Deps, run: Progress): Promise<void> {
  if (run.tookUse && run.accessKey) await giveBack(deps, run, run.accessKey);
}

/** Call after the run. A run that certainly did not reach Alexa does not count as a use. */
export async function settleUse(deps: Deps, run: Progress, outcome: Outcome): Promise<void> {
  const { accessKey } = run;
  if (!accessKey) return;
  if (outcomes[outcome].reached === 'no') {
    await giveBackUse(deps, run);
    return;
  }
  const isDue = !isCounted(accessKey) && isUsedAtDue(accessKey, deps.now());
  if (isDue) await keepUse(deps, run, deps.keyUses.noteUse(accessKey));
}

const giveBack = (deps: Deps, run: Progress, accessKey: AccessKeyItem): Promise<void> =>
  keepUse(deps, run, deps.keyUses.giveBack(accessKey));

/** A failure here does not change the answer. */
const keepUse = ({ log }: Deps, { id, deadline, accessKey }: Progress, write: Promise<void>): Promise<void> =>
  awaitKeyUse({ log, deadline, executionId: id, accessKeyId: accessKey?.id }, write);
