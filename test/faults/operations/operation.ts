import type { Table } from '#functions/data/table.ts';

import { firstCrash, nextCrash } from '../../support/crashes/at-every-write.ts';
import { Crash, crashingTable, type CrashingTable, type Moment } from '../../support/crashes/crashing-table.ts';

/** Runs `deed` in a process that dies at some point, and resolves to whether it died. */
export type Crashing = (table: Table, deed: (dying: CrashingTable) => Promise<unknown>) => Promise<boolean>;

/** An operation to crash. Each run crashes it, retries until it ends, and returns the problems. */
export type CrashOperation = {
  name: string;
  /** The calls and jobs that the operation stands for. */
  covers: readonly string[];
  begin: () => Promise<(crashing: Crashing) => Promise<string[]>>;
};

export type CrashRun = { operation: string; writes: number; moment: Moment; problems: string[] };

const maxWrites = 72;

/** Runs the operation for each moment around each write until no process dies. The gate plays only some writes. */
export async function crashAtEveryWrite({ name, begin }: CrashOperation): Promise<CrashRun[]> {
  const lives: CrashRun[] = [];
  const live = await begin();
  for (let writes = firstCrash; writes <= maxWrites; writes = nextCrash(writes)) {
    for (const moment of ['after', 'before'] as const) {
      // The same as dying before the first write.
      if (moment === 'after' && writes === 0) continue;
      let died = false;
      const problems = await live(async (table, deed) => (died = await dies(table, { writes, moment }, deed)));
      lives.push({ operation: name, writes, moment, problems });
      if (!died) return lives;
    }
  }
  throw new Error(`${name} needs more writes than this test expects.`);
}

async function dies(
  table: Table,
  { writes, moment }: Pick<CrashRun, 'writes' | 'moment'>,
  deed: (dying: CrashingTable) => Promise<unknown>,
): Promise<boolean> {
  const dying = crashingTable(table, writes, moment);
  try {
    await deed(dying);
  } catch (error) {
    // A dead process may report its own end as a failure.
    if (!(error instanceof Crash) && !dying.died()) throw error;
  }
  return dying.died();
}
