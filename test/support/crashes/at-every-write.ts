import { isDeep } from '../depth.ts';
import { Crash } from './crashing-table.ts';

/** The write to crash after first: none in the deep suites. What died before its first write has done nothing. */
export const firstCrash = isDeep ? 0 : 1;

/** The next write to crash after: each in the deep suites, in the gate the 6th, 36th and 72nd. */
export const nextCrash = (writes: number): number => (isDeep ? writes + 1 : writes * (writes < 36 ? 6 : 2));

/**
 * Runs `live` with a crash after the n-th write until one run succeeds, and returns its n: in the deep suites the number of
 * writes, in the gate at least that.
 */
export async function atEveryWrite(live: (writes: number) => Promise<{ died: boolean }>, most = 72): Promise<number> {
  for (let writes = firstCrash; ; writes = nextCrash(writes)) {
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
