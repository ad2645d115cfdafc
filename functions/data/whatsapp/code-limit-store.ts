import { countUpTo } from '../count-up-to.ts';
import { codesKey } from '../keys.ts';
import type { Table } from '../table.ts';

const hourMs = 3_600_000;
/** A code is valid for about three minutes, so an honest user needs no more. */
export const codesPerHour = 10;

export function createCodeLimitStore(table: Table, now: () => Date) {
  return {
    /** Counts a pairing code that a workspace requests: at most ten in each clock hour. */
    async count(workspaceId: number): Promise<{ outcome: 'counted' | 'tooMany'; nextAt: Date }> {
      const hour = Math.floor(now().getTime() / hourMs);
      const outcome = await countUpTo(table, {
        key: codesKey(workspaceId, hour),
        type: 'pairingCodes',
        max: codesPerHour,
        expiresAt: (hour + 2) * (hourMs / 1000),
      });
      return { outcome, nextAt: new Date((hour + 1) * hourMs) };
    },
  };
}

export type CodeLimitStore = ReturnType<typeof createCodeLimitStore>;
