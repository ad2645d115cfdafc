import { parentPort, workerData } from 'node:worker_threads';

import { moveDateOfThisThread } from '../clock/one-clock.ts';
import { loadHandler, runHandler } from './function-host.ts';
import type { Task, WorkerSettings } from './workers.ts';

const { row, code, clock }: WorkerSettings = workerData;
if (clock) moveDateOfThisThread(clock);
const handler = await loadHandler(code);

parentPort?.on('message', (task: Task) => {
  void runHandler(handler, row, task.event, task.requestId).then((invocation) => {
    // Lambda responds with JSON.
    parentPort?.postMessage(JSON.parse(JSON.stringify(invocation)));
  });
});
