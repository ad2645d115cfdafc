import { pause, pauseMs } from '#functions/data/table.ts';
import type { GroupLimitStore, GroupOnLine, SeenUsage } from '#functions/data/whatsapp/group-limit-store.ts';
import { retryOnConflict } from '#functions/platform/retry.ts';
import { TableBusy } from '#functions/platform/table-busy.ts';
import { applyLimits, type LimitedAction, type LimitDecision } from '#shared/rules/group-commands/limits.ts';

export type GroupLimitDeps = { limits: Pick<GroupLimitStore, 'read' | 'write'>; newId: () => string; now: () => Date };

const maxTries = 10;

/**
 * Whether it is this one's turn, counted for all who ask at the same time. `seen`: the turns as they were read. Throws
 * `TableBusy` when others come first again and again.
 */
export async function checkLimits(
  { limits, newId, now }: GroupLimitDeps,
  group: GroupOnLine,
  turn: LimitedAction,
  seen: SeenUsage,
): Promise<LimitDecision> {
  const writer = newId();
  let known = seen;
  const between = async (attempt: number): Promise<void> => {
    await pause(pauseMs(Math.min(attempt, 4)));
    known = await limits.read(group);
  };
  return retryOnConflict({ tries: maxTries, exhausted: busy, between }, async () => {
    const verdict = applyLimits(known.turns, turn, now().getTime());
    if (!verdict.next) return verdict;
    const written = await limits.write(group, known, { turns: verdict.next, writer });
    return written === 'written' ? verdict : 'conflict';
  });
}

const busy = (): never => {
  throw new TableBusy('This group has too much to say.');
};
