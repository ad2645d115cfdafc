import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';

import {
  failure,
  loadingLimitMs,
  timedOut,
  timeoutType,
  type FunctionHost,
  type Invocation,
  type Runnable,
} from './function-host.ts';

export type Task = { event: unknown; requestId: string };
export type WorkerSettings = { row: Runnable; code: string; clock: SharedArrayBuffer | undefined };

type Waiting = Task & { done: (invocation: Invocation) => void };

export type WorkerOptions = {
  environment: Readonly<Record<string, string | undefined>>;
  max: number;
  /** Defaults to the terminal. */
  log?: Writable | undefined;
  /** How far the clock of the threads is ahead. */
  clock?: SharedArrayBuffer;
};

/** Up to `max` threads per function with one request at a time each, like Lambda. */
export function inWorkers<Row extends Runnable>(
  rows: readonly Row[],
  code: (row: Row) => string,
  options: WorkerOptions,
): FunctionHost {
  const pools = new Map(
    rows.map((row) => [row.name, workerPool({ row: runnable(row), code: code(row), clock: options.clock }, options)]),
  );
  return {
    invoke(name, event, requestId) {
      const pool = pools.get(name);
      if (!pool) throw new Error(`no function ${name}`);
      return pool.run({ event, requestId });
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

const isClosed = (): Invocation => failure('The functions were closed');

type Member = { worker: Worker; call?: Waiting; timer?: NodeJS.Timeout };

const runnable = ({ name, seconds, megabytes }: Runnable): Runnable => ({ name, seconds, megabytes });

function workerPool(settings: WorkerSettings, { environment, max, log }: WorkerOptions) {
  const { row } = settings;
  const members = new Set<Member>();
  const queue: Waiting[] = [];
  let closed = false;

  function finish(member: Member, invocation: Invocation): void {
    const { call } = member;
    clearTimeout(member.timer);
    member.call = undefined;
    call?.done(invocation);
    dispatch();
  }

  function discard(member: Member, invocation: Invocation): void {
    members.delete(member);
    void member.worker.terminate();
    finish(member, invocation);
  }

  function hire(): Member {
    const worker = new Worker(new URL('./worker-entry.ts', import.meta.url), {
      workerData: settings,
      env: { ...environment },
      ...(log && { stdout: true, stderr: true }),
    });
    if (log) for (const output of [worker.stdout, worker.stderr]) output.pipe(log, { end: false });
    const member: Member = { worker };
    members.add(member);
    worker.on('message', (invocation: Invocation) => {
      if (!invocation.ok && invocation.error.errorType === timeoutType) discard(member, invocation);
      else finish(member, invocation);
    });
    worker.on('error', (error) => discard(member, failure(error)));
    worker.on('exit', () => {
      if (members.has(member)) discard(member, failure(new Error('The environment ended before the function did')));
    });
    return member;
  }

  function dispatch(): void {
    while (queue.length > 0) {
      const idle = [...members].find((member) => !member.call) ?? (members.size < max ? hire() : undefined);
      const call = idle && queue.shift();
      if (!idle || !call) return;
      idle.call = call;
      // For a stuck thread; the function's own limit is enforced inside.
      idle.timer = setTimeout(() => discard(idle, timedOut(row, call.requestId)), row.seconds * 1000 + loadingLimitMs);
      idle.worker.postMessage({ event: call.event, requestId: call.requestId } satisfies Task);
    }
  }

  return {
    run(task: Task): Promise<Invocation> {
      if (closed) return Promise.resolve(isClosed());
      return new Promise((done) => {
        queue.push({ ...task, done });
        dispatch();
      });
    },
    async close(): Promise<void> {
      closed = true;
      const all = [...members];
      members.clear();
      // A timer would keep this process alive.
      for (const { timer } of all) clearTimeout(timer);
      for (const call of [...all.flatMap((member) => member.call ?? []), ...queue.splice(0)]) call.done(isClosed());
      await Promise.all(all.map(({ worker }) => worker.terminate()));
    },
  };
}
