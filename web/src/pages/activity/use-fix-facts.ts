import { useLocation } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { checkAddress, type OpenCheck } from '#web/features/frame/trigger-address.ts';
import type { FixFacts } from '#web/features/runs/run-fix.tsx';
import { useRunStates, useRunTrigger } from '#web/features/runs/use-run-trigger.ts';
import { useSwitchTrigger } from '#web/features/runs/use-switch-trigger.ts';

type Given = { workspaceId: number; amazon: AmazonAuth | undefined; triggers: readonly Trigger[] };

/** Returns the facts for the fix of a failed run. The check opens on the page of the triggers. */
export function useFixFacts({ workspaceId, amazon, triggers }: Given): (triggerId: string) => FixFacts {
  const [, navigate] = useLocation();
  const { switchOnOff, switching } = useSwitchTrigger();
  const check: OpenCheck = (...given) => navigate(checkAddress(...given));
  const { run, progressOf } = useRunTrigger({ inPlace: true, states: useRunStates(), switchOnOff, check });
  const byId = new Map(triggers.map((trigger) => [trigger.id, trigger]));
  return (id) => {
    const trigger = byId.get(id);
    return {
      workspaceId,
      amazon,
      trigger,
      switchOn: trigger && !trigger.enabled ? () => switchOnOff(trigger, true) : undefined,
      switching: switching === id,
      check: trigger && ((byClick) => check(trigger, byClick)),
      again: trigger && (() => void run(trigger)),
      progress: trigger && progressOf(trigger),
    };
  };
}
