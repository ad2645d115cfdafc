import { countUpTo } from '../count-up-to.ts';
import { visitRateKey } from '../keys.ts';
import type { Table } from '../table.ts';

/** Addresses are hashed, so that the table does not contain them. */
export type VisitCount = { placeHash: string; minute: number; max: number };

export function createVisitRateStore(table: Table) {
  return {
    /** Minutes count from 1970. */
    count: ({ placeHash, minute, max }: VisitCount): Promise<'counted' | 'tooMany'> =>
      countUpTo(table, {
        key: visitRateKey(placeHash, minute),
        type: 'visitRate',
        max,
        expiresAt: (minute + 2) * 60,
      }),
  };
}
