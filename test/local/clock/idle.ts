import type { FunctionHost } from '../functions/function-host.ts';

/** Allows moving the clock between function calls, so that no function observes a jump. */
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
    /** Calls `then` at a moment when no function runs. */
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
