import { parentPort, workerData } from 'node:worker_threads';

import { loadHandler, runHandler } from './function-host.ts';
import type { Task, WorkerSettings } from './workers.ts';

/** One environment of one function: loads it, then answers one call after the other. */
const { row, code }: WorkerSettings = workerData;
const handler = await loadHandler(code);

parentPort?.on('message', (task: Task) => {
  void runHandler(handler, row, task.event, task.requestId).then((invocation) => {
    // Lambda answers in JSON, so what JSON cannot carry does not arrive.
    parentPort?.postMessage(JSON.parse(JSON.stringify(invocation)));
  });
});
