import { expect, test } from 'vitest';

import { functions } from '#infra/functions.ts';

import { calmEveryMs, looksAround, neededAt, readsDueWork } from './job-needs.ts';

const minute = 60_000;
const hour = 60 * minute;
const nextAt = 10 * minute;
const around = { due: [], stirredAt: 0, until: 100 * hour, calmMs: hour };
const everyMinute = { everyMs: minute, nextAt, ranAt: nextAt - minute };

test('the jobs named here exist', () => {
  const jobs = functions.flatMap(({ source }) =>
    (typeof source === 'object' ? source : []).map(({ input }) => input['job']),
  );
  expect(jobs).toEqual(expect.arrayContaining([...Object.keys(readsDueWork), ...looksAround]));
});

test('a job that reads due work runs at its first tick after something of its own is due', () => {
  const sweep = { ...everyMinute, job: 'sweep' };
  const dueAt = (partition: string, at: number) => ({ ...around, due: [{ partition, at }] });
  expect(neededAt(sweep, around)).toBeUndefined();
  expect(neededAt(sweep, dueAt('BILLING', nextAt))).toBeUndefined();
  expect(neededAt(sweep, dueAt('OUTBOX', nextAt - hour))).toBe(nextAt);
  expect(neededAt(sweep, dueAt('OUTBOX', nextAt + 1))).toBe(nextAt + minute);
  expect(neededAt(sweep, dueAt('OPENRUNS', nextAt + 5 * minute))).toBe(nextAt + 5 * minute);
  expect(neededAt({ ...sweep, job: 'lookAtLines' }, dueAt('LINES#main', nextAt))).toBe(nextAt);
});

test('due work that is named nowhere is looked for by every job that reads some', () => {
  const due = [{ partition: 'SOMETHINGNEW', at: nextAt }];
  for (const job of Object.keys(readsDueWork))
    expect(neededAt({ ...everyMinute, job }, { ...around, due })).toBe(nextAt);
});

test('a job that looks around runs at each tick for forty minutes after a run, then rarely, and last of all', () => {
  const watch = { ...everyMinute, job: 'watchChannels' };
  expect(neededAt(watch, { ...around, stirredAt: nextAt - 40 * minute })).toBe(nextAt);
  const calm = { ...around, stirredAt: nextAt - 40 * minute - 1 };
  expect(neededAt(watch, calm)).toBe(watch.ranAt + hour);
  expect(neededAt(watch, { ...calm, until: nextAt + 90_000 })).toBe(nextAt + minute);
  expect(neededAt(watch, { ...calm, until: nextAt - 1 })).toBe(nextAt);
});

test('any other job runs at each tick', () => {
  expect(neededAt({ ...everyMinute, job: 'somethingNew' }, around)).toBe(nextAt);
});

test('when nothing happens it looks every hour of two days, and every six hours of a month', () => {
  expect([26 * hour, 30 * 24 * hour].map(calmEveryMs)).toEqual([hour, 6 * hour]);
});
