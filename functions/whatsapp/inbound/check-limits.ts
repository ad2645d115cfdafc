import { pause, pauseMs } from '#functions/data/table.ts';
import type { GroupLimitStore, GroupOnLine, SeenTurns } from '#functions/data/whatsapp/group-limit-store.ts';
import { TableBusy } from '#functions/platform/table-busy.ts';
import { takeTurn, type Turn, type Verdict } from '#shared/rules/group-commands/limits.ts';

export type LimitDeps = { limits: Pick<GroupLimitStore, 'read' | 'write'>; newId: () => string; now: () => Date };

const mostTries = 10;

/**
 * Whether it is this one's turn, counted for all who ask at the same time. `seen`: the turns as they were read. Throws
 * `TableBusy` when others come first again and again.
 */
export async function askLimits(
  { limits, newId, now }: LimitDeps,
  group: GroupOnLine,
  turn: Turn,
  seen: SeenTurns,
): Promise<Verdict> {
  const writer = newId();
  let known = seen;
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const verdict = takeTurn(known.turns, turn, now().getTime());
    if (!verdict.next) return verdict;
    if ((await limits.write(group, known, { turns: verdict.next, writer })) === 'written') return verdict;
    await pause(pauseMs(Math.min(attempt, 4)));
    known = await limits.read(group);
  }
  throw new TableBusy('This group has too much to say.');
}
