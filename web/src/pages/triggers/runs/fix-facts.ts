import type { Trigger } from '#shared/contracts/triggers.ts';
import type { FixFacts } from '#web/features/runs/run-fix.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';

/** `trigger` is undefined if it was deleted. */
export const fixFacts = (
  { account, changes, check }: TriggersPageState,
  trigger: Trigger | undefined,
  workspaceId: number,
): FixFacts => ({
  workspaceId,
  amazon: account.data,
  switchOn: trigger && !trigger.enabled ? () => changes.switchOnOff(trigger, true) : undefined,
  switching: changes.switching !== undefined,
  check: trigger && ((byClick) => check(trigger, byClick)),
  trigger,
  again: trigger && (() => void changes.runsInPlace.run(trigger)),
  progress: trigger && changes.progressOf(trigger),
});
