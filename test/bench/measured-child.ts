import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import * as z from 'zod/mini';

const memory = z.object({ rssMb: z.number(), heapMb: z.number() });
export type Memory = z.output<typeof memory>;

const message = z.union([
  z.object({ ready: z.record(z.string(), z.string()) }),
  z.object({ cpuMs: z.number() }),
  z.object({ memory }),
]);

export type MeasuredChild = {
  said: Readonly<Record<string, string>>;
  /** Milliseconds of CPU time so far. */
  cpuMs: () => Promise<number>;
  /** Megabytes after garbage collection. */
  memory: () => Promise<Memory>;
  tell: (word: object) => void;
  close: () => Promise<void>;
};

export async function measuredChild(script: string, env: Readonly<Record<string, string>>): Promise<MeasuredChild> {
  const file = script.startsWith('/') ? script : fileURLToPath(new URL(script, import.meta.url));
  const child = fork(file, {
    env: { ...process.env, ...env },
    execArgv: [...process.execArgv, '--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting: PromiseWithResolvers<z.output<typeof message>>[] = [];
  child.on('message', (said) => waiting.shift()?.resolve(message.parse(said)));
  child.on('exit', (code) => waiting.forEach(({ reject }) => reject(new Error(`${script} ended with ${code}`))));
  const next = (): Promise<z.output<typeof message>> => {
    const answer = Promise.withResolvers<z.output<typeof message>>();
    waiting.push(answer);
    return answer.promise;
  };
  const first = await next();
  return {
    said: 'ready' in first ? first.ready : {},
    async cpuMs() {
      const answer = next();
      child.send({ cpu: true });
      const said = await answer;
      return 'cpuMs' in said ? said.cpuMs : Number.NaN;
    },
    async memory() {
      const answer = next();
      child.send({ memory: true });
      const said = await answer;
      return 'memory' in said ? said.memory : { rssMb: Number.NaN, heapMb: Number.NaN };
    },
    tell: (word) => void child.send(word),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

export function answerMeasurements(
  ready: Record<string, string>,
  reported: (word: unknown) => void,
  close: () => unknown,
): void {
  process.on('message', (word) => {
    if (typeof word !== 'object' || word === null) return reported(word);
    if ('cpu' in word) {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMs: (user + system) / 1000 });
    } else if ('memory' in word) {
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      process.send?.({ memory: { rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20 } });
    } else reported(word);
  });
  process.on('disconnect', () => {
    void Promise.resolve(close()).finally(() => process.exit(0));
  });
  process.send?.({ ready });
}
