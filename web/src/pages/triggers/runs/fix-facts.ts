import type { Trigger } from '#shared/contracts/triggers.ts';

import type { TriggersPageState } from '../use-triggers-page.ts';
import type { FixFacts } from './run-fix.tsx';

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
  check: trigger && ((byClick) => check(trigger.id, byClick)),
  again: trigger && (() => changes.run(trigger)),
  running: trigger !== undefined && changes.isRunning(trigger),
  lastSent: trigger?.lastExecuted ?? null,
});
