import type { FunctionHost } from '../functions/function-host.ts';

/** Lets the clock be moved between calls of functions, so that none sees its time jump. */
export function watchIdle(host: FunctionHost) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    host: {
      async invoke(name, event, requestId) {
        running += 1;
        try {
          return await host.invoke(name, event, requestId);
        } finally {
          running -= 1;
          if (running === 0) for (const go of waiting.splice(0)) go();
        }
      },
      close: host.close,
    } satisfies FunctionHost,
    /** Calls `then` in a moment in which no function runs. */
    whenIdle: async (then: () => void): Promise<void> => {
      if (running === 0) return then();
      return new Promise((resolve) => {
        waiting.push(() => {
          then();
          resolve();
        });
      });
    },
  };
}
