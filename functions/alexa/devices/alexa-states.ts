import type { DeviceStory } from '#functions/data/alexa/device-facts.ts';
import { receiptIdOf, type TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { CheckFacts } from '#shared/rules/execution/check-steps.ts';
import { receiptName } from '#shared/rules/names.ts';

import { deviceState } from './device-state.ts';

type DeviceState = ReturnType<typeof deviceState>;

/** Returns the state of a trigger's own device, and of the device that confirms runs. */
export function alexaStates(story: DeviceStory, trigger: TriggerItem): { own: DeviceState; confirming?: DeviceState } {
  const own = deviceState(story, trigger);
  if (!trigger.receipt) return { own };
  const { id, name, updatedAt } = trigger;
  const confirming = { deviceId: receiptIdOf(id), name: receiptName(name), starter: 'receipt', updatedAt } as const;
  return { own, confirming: deviceState(story, confirming) };
}

const severity: Readonly<Record<DeviceState['state'], number>> = { inAlexa: 0, waiting: 1, failed: 2, skillOff: 2 };

/**
 * Returns the device that a check reports: the trigger's own, unless the one that confirms runs is in a worse state.
 */
export function checkedDevice(story: DeviceStory, trigger: TriggerItem): NonNullable<CheckFacts['device']> {
  const { own, confirming } = alexaStates(story, trigger);
  if (!confirming || severity[confirming.state] <= severity[own.state]) return own;
  return { ...confirming, confirming: receiptName(trigger.name) };
}
