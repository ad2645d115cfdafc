import type { Table } from '#functions/data/table.ts';

import { Crash, crashingTable, type CrashingTable, type Moment } from '../../support/crashes/crashing-table.ts';

/** Does something on this table in a process that dies on the way; whether it died. */
export type Crashing = (table: Table, deed: (dying: CrashingTable) => Promise<unknown>) => Promise<boolean>;

/**
 * Something that takes several writes. `begin` sets the scene; each life in it is like the first: it does the deed in a
 * process that dies, lets the background and whoever tries again finish it, and tells what is wrong then. `covers`: the
 * calls and jobs whose writes these are.
 */
export type Operation = {
  name: string;
  covers: readonly string[];
  begin: () => Promise<(crashing: Crashing) => Promise<string[]>>;
};

export type CrashRun = { operation: string; writes: number; moment: Moment; problems: string[] };

/** More than any operation makes. */
const maxWrites = 60;

/** Lives once for each moment around each write, until nobody dies any more. */
export async function crashAtEveryWrite({ name, begin }: Operation): Promise<CrashRun[]> {
  const lives: CrashRun[] = [];
  const live = await begin();
  for (let writes = 0; writes <= maxWrites; writes += 1) {
    for (const moment of ['after', 'before'] as const) {
      // Dead after no write at all is dead before the first one, and has done nothing.
      if (moment === 'after' && writes === 0) continue;
      let died = false;
      const problems = await live(async (table, deed) => (died = await dies(table, { writes, moment }, deed)));
      lives.push({ operation: name, writes, moment, problems });
      if (!died) return lives;
    }
  }
  throw new Error(`${name} takes more writes than anybody expected.`);
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
    // What a dead process takes its own end for is of no interest.
    if (!(error instanceof Crash) && !dying.died()) throw error;
  }
  return dying.died();
}
