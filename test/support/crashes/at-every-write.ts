import { isDeep } from '../depth.ts';
import { Crash } from './crashing-table.ts';

/**
 * The number of writes before the first crash. The gate skips 0, because a process without writes has changed nothing.
 */
export const firstCrash = isDeep ? 0 : 1;

/** The next number of writes: every one in the deep suites, 6, 36 and 72 in the gate. */
export const nextCrash = (writes: number): number => (isDeep ? writes + 1 : writes * (writes < 36 ? 6 : 2));

/**
 * Runs `live` with a crash after the n-th write until a run succeeds, and returns n. In the deep suites this is the
 * number of writes, in the gate an upper bound.
 */
export async function atEveryWrite(live: (writes: number) => Promise<{ died: boolean }>, most = 72): Promise<number> {
  for (let writes = firstCrash; ; writes = nextCrash(writes)) {
    const { died } = await live(writes);
    if (!died) return writes;
    if (writes >= most) throw new Error('The action needs more writes than this test expects.');
  }
}

/** Waits until the work is done or its process dies. Other errors are thrown. */
export const lived = (deed: Promise<unknown>): Promise<{ died: boolean }> =>
  deed.then(
    () => ({ died: false }),
    (error: unknown) => {
      if (!(error instanceof Crash)) throw error;
      return { died: true };
    },
  );
