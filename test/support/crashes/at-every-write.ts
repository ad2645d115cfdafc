import { Crash } from './crashing-table.ts';

/**
 * Lives again and again in a process that dies after its n-th write, for n = 0, 1, 2 … until one survives, and resolves
 * to how many writes that took. `live` sets its scene, acts, looks, and says whether the process died.
 */
export async function atEveryWrite(live: (writes: number) => Promise<{ died: boolean }>, most = 60): Promise<number> {
  for (let writes = 0; writes <= most; writes += 1) {
    const { died } = await live(writes);
    if (!died) return writes;
  }
  throw new Error('This takes more writes than anybody expected.');
}

/** A deed to its end, or to that of its process. Everything else that goes wrong is thrown. */
export const lived = (deed: Promise<unknown>): Promise<{ died: boolean }> =>
  deed.then(
    () => ({ died: false }),
    (error: unknown) => {
      if (!(error instanceof Crash)) throw error;
      return { died: true };
    },
  );
