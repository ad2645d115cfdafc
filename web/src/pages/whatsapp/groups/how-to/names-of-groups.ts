import type { Trigger } from '#shared/contracts/triggers.ts';

/** The names of the triggers that a group may run. */
export const namesOfGroups = (triggers: readonly Trigger[]): readonly string[] =>
  triggers
    .filter(({ enabled, conditions }) => enabled && (conditions?.channels?.includes('group') ?? true))
    .map(({ name }) => name);
