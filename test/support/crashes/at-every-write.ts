import { Crash } from './crashing-table.ts';

/** Runs `live` with a crash after the n-th write, for n = 0, 1, 2 … until one succeeds. */
export async function atEveryWrite(live: (writes: number) => Promise<{ died: boolean }>, most = 60): Promise<number> {
  for (let writes = 0; writes <= most; writes += 1) {
    const { died } = await live(writes);
    if (!died) return writes;
  }
  throw new Error('This takes more writes than anybody expected.');
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
