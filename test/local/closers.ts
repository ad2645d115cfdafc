/** Closes what was added, in reverse order. Continues after a failure. */
export function closers() {
  const open: (() => unknown)[] = [];
  return {
    add(close: () => unknown): void {
      open.push(close);
    },
    async run(): Promise<void> {
      for (let close = open.pop(); close; close = open.pop()) {
        try {
          await close();
        } catch (error) {
          console.error('Could not close:', error);
        }
      }
    },
  };
}

export type Closers = ReturnType<typeof closers>;

/** Like `Promise.all`, but waits for all even if one fails, so that everything that started can be closed. */
export async function settleAll<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
