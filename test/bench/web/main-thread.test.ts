import { expect, test } from 'vitest';

import { blockingTime } from './main-thread.ts';

const main = { pid: 7, tid: 1 };
const picture = { ...main, name: 'firstContentfulPaint', ts: 1_000_000 };
const task = { ...main, name: 'RunTask', ts: 2_000_000 };

test('counts only task time beyond 50 ms on the page’s main thread after the first paint', () => {
  const traceEvents = [
    { ...task, ts: 500_000, tdur: 900_000 },
    picture,
    { ...task, tdur: 30_000 },
    { ...task, tdur: 12_000 },
    { ...task, tid: 2, tdur: 900_000 },
    { ...task, pid: 8, tdur: 900_000 },
    { ...task, name: 'FunctionCall', tdur: 900_000 },
  ];
  expect(blockingTime({ traceEvents }, 4)).toBe(70);
  expect(blockingTime({ traceEvents }, 1)).toBe(0);
});

test('returns NaN when the trace lacks the first paint or the task times', () => {
  expect(blockingTime({ traceEvents: [{ ...task, tdur: 1 }] }, 1)).toBeNaN();
  expect(blockingTime({ traceEvents: [picture, task] }, 1)).toBeNaN();
  expect(blockingTime({ traceEvents: [picture, { ...task, name: 'Task', tdur: 1 }] }, 1)).toBeNaN();
});
