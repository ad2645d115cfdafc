import { expect, test } from 'vitest';

import { functions } from '#infra/functions.ts';

import { calmEveryMs, looksAround, neededAt, readsDueWork } from './job-needs.ts';

const minute = 60_000;
const hour = 60 * minute;
const nextAt = 10 * minute;
const around = { due: [], stirredAt: 0, until: 100 * hour, calmMs: hour };
const everyMinute = { everyMs: minute, nextAt, ranAt: nextAt - minute };

test('names only existing jobs', () => {
  const jobs = functions.flatMap(({ source }) =>
    (typeof source === 'object' ? source : []).map(({ input }) => input['job']),
  );
  expect(jobs).toEqual(expect.arrayContaining([...Object.keys(readsDueWork), ...looksAround]));
});

test('runs a job that reads due work at its first tick after its work is due', () => {
  const sweep = { ...everyMinute, job: 'sweep' };
  const dueAt = (partition: string, at: number) => ({ ...around, due: [{ partition, at }] });
  expect(neededAt(sweep, around)).toBeUndefined();
  expect(neededAt(sweep, dueAt('BILLING', nextAt))).toBeUndefined();
  expect(neededAt(sweep, dueAt('OUTBOX', nextAt - hour))).toBe(nextAt);
  expect(neededAt(sweep, dueAt('OUTBOX', nextAt + 1))).toBe(nextAt + minute);
  expect(neededAt(sweep, dueAt('OPENRUNS', nextAt + 5 * minute))).toBe(nextAt + 5 * minute);
  expect(neededAt({ ...sweep, job: 'lookAtLines' }, dueAt('LINES#main', nextAt))).toBe(nextAt);
});

test('runs every job that reads due work for an unknown partition', () => {
  const due = [{ partition: 'SOMETHINGNEW', at: nextAt }];
  for (const job of Object.keys(readsDueWork))
    expect(neededAt({ ...everyMinute, job }, { ...around, due })).toBe(nextAt);
});

test('runs a scanning job at each tick for forty minutes after a run, then rarely, and once at the end', () => {
  const watch = { ...everyMinute, job: 'watchChannels' };
  expect(neededAt(watch, { ...around, stirredAt: nextAt - 40 * minute })).toBe(nextAt);
  const calm = { ...around, stirredAt: nextAt - 40 * minute - 1 };
  expect(neededAt(watch, calm)).toBe(watch.ranAt + hour);
  expect(neededAt(watch, { ...calm, until: nextAt + 90_000 })).toBe(nextAt + minute);
  expect(neededAt(watch, { ...calm, until: nextAt - 1 })).toBe(nextAt);
});

test('runs any other job at each tick', () => {
  expect(neededAt({ ...everyMinute, job: 'somethingNew' }, around)).toBe(nextAt);
});

test('scans every hour when moving two days and every six hours when moving a month', () => {
  expect([26 * hour, 30 * 24 * hour].map(calmEveryMs)).toEqual([hour, 6 * hour]);
});
