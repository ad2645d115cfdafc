import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import { accessKeyItemKey, triggerKey } from '#functions/data/keys.ts';
import type { Cooling } from '#functions/data/triggers/cool-down-store.ts';
import { busy, recordReserveMs } from '#functions/platform/time/deadline.ts';

import { stage, type ExecuteDeps, type Progress } from './run.ts';

type Deps = Pick<ExecuteDeps, 'coolDowns' | 'log' | 'now'>;

/**
 * Takes the cool-downs before the event is sent. Returns true if another run took one since it was read.
 * `giveBackCoolDown` then reverts those that this run took.
 */
export async function takeCoolDown(deps: Deps, run: Progress, trigger: TriggerItem): Promise<boolean> {
  for (const { seconds, ...place } of coolDownsOf(run, trigger)) {
    const cooling = { ...place, executionId: run.id };
    // Noted first, because the write may succeed although its response is late.
    run.cooling = [...(run.cooling ?? []), cooling];
    const taking = deps.coolDowns.take(cooling, { at: deps.now().getTime(), seconds });
    const deadline = run.deadline.reserve(recordReserveMs);
    if (!(await stage(deps, run, 'claim', () => taking, busy, deadline))) return true;
  }
  return false;
}

type CoolDown = Omit<Cooling, 'executionId'> & { seconds: number };

function coolDownsOf({ accessKey }: Progress, trigger: TriggerItem): CoolDown[] {
  const { workspaceId, id } = trigger;
  const all = [
    { key: triggerKey(workspaceId, id), item: trigger },
    ...(accessKey ? [{ key: accessKeyItemKey(workspaceId, accessKey.id), item: accessKey }] : []),
  ];
  return all.flatMap(({ key, item: { conditions, coolSince } }) => {
    const seconds = conditions?.coolDownSeconds;
    return seconds === undefined ? [] : [{ key, before: coolSince, seconds }];
  });
}

/** Call if nothing was sent. A failure here does not change the answer. */
export async function giveBackCoolDown(deps: Deps, run: Progress): Promise<void> {
  const { cooling = [] } = run;
  delete run.cooling;
  if (cooling.length === 0) return;
  const ids = { executionId: run.id, triggerId: run.request.triggerId };
  const giving = Promise.all(cooling.map((each) => deps.coolDowns.giveBack(each)))
    .then(() => undefined)
    .catch((cause: unknown) => deps.log('trigger.coolDownNotGivenBack', ids, cause));
  await run.deadline.within(giving, () => deps.log('trigger.coolDownNotGivenBack', { ...ids, reason: 'tooLate' }));
}
