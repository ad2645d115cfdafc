import { isDeep } from '../depth.ts';
import { Crash } from './crashing-table.ts';

/** The next write to crash after: each in the deep suites, in the gate none, the 2nd, 12th and 72nd. */
export const nextCrash = (writes: number): number => (isDeep ? writes + 1 : writes === 0 ? 2 : writes * 6);

/**
 * Runs `live` with a crash after the n-th write until one run succeeds, and returns its n: in the deep suites the number of
 * writes, in the gate at least that.
 */
export async function atEveryWrite(live: (writes: number) => Promise<{ died: boolean }>, most = 72): Promise<number> {
  for (let writes = 0; ; writes = nextCrash(writes)) {
    const { died } = await live(writes);
    if (!died) return writes;
    if (writes >= most) throw new Error('This takes more writes than anybody expected.');
  }
}

/** Waits for the deed or for its process's death; other errors are thrown. */
export const lived = (deed: Promise<unknown>): Promise<{ died: boolean }> =>
  deed.then(
    () => ({ died: false }),
    (error: unknown) => {
      if (!(error instanceof Crash)) throw error;
      return { died: true };
    },
  );
