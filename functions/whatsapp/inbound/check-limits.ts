import { backOff } from '#functions/data/table.ts';
import type { GroupLimitStore, GroupOnLine, SeenUsage } from '#functions/data/whatsapp/group-limit-store.ts';
import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { applyLimits, type LimitedAction, type LimitDecision } from '#shared/rules/group-commands/limits.ts';

export type GroupLimitDeps = { limits: Pick<GroupLimitStore, 'read' | 'write'>; newId: () => string; now: () => Date };

const maxTries = 10;

/** Counts the action atomically, also against concurrent ones. `seen` is the usage read before. Throws `TableBusy`. */
export async function checkLimits(
  { limits, newId, now }: GroupLimitDeps,
  group: GroupOnLine,
  action: LimitedAction,
  seen: SeenUsage,
): Promise<LimitDecision> {
  const writer = newId();
  let known = seen;
  const between = async (attempt: number): Promise<void> => {
    await backOff(Math.min(attempt, 4));
    known = await limits.read(group);
  };
  const exhausted = throwTableBusy('This group has too much to say.');
  return retryOnConflict({ tries: maxTries, between, exhausted }, async () => {
    const decision = applyLimits(known.turns, action, now().getTime());
    if (!decision.next) return decision;
    const written = await limits.write(group, known, { turns: decision.next, writer });
    return written === 'written' ? decision : 'conflict';
  });
}
