import { expect, test } from 'vitest';

import type { Invocation } from '../functions/function-host.ts';
import { watchIdle } from './idle.ts';
import { jobTicks } from './job-ticks.ts';
import { clockMover } from './move-clock.ts';
import { oneClock } from './one-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Jobs and sandbox events. `said` lists what ran with its minute. */
function aProduct(things: readonly { after: number; what: string; does?: () => void }[] = []) {
  const clock = oneClock();
  const start = clock.now().getTime();
  const said: string[] = [];
  const due: { partition: string; at: number }[] = [];
  const say = (what: string): void => void said.push(`${Math.floor((clock.now().getTime() - start) / minute)} ${what}`);
  const waiting = things.map(({ after, ...thing }) => ({ ...thing, at: start + after }));
  const news: string[] = [];
  const problem: { why?: string } = {};
  const ticks = jobTicks({
    rows: [
      { name: 'often', source: [{ everyMinutes: 1, input: { job: 'sweep' } }] },
      { name: 'rare', source: [{ everyMinutes: 60, input: { job: 'hourly' } }] },
    ],
    clock,
    invoke: (name): Promise<Invocation> => {
      say(name);
      due.splice(0, due.length, ...due.filter(({ at }) => name !== 'often' || at > clock.now().getTime()));
      if (problem.why === undefined) return Promise.resolve({ ok: true, result: null });
      return Promise.resolve({ ok: false, error: { errorType: 'Error', errorMessage: problem.why } });
    },
    isPaused: () => false,
    dueTimes: () => Promise.resolve(due),
  });
  const sandboxes = {
    join: () => undefined,
    next: () => (waiting.length === 0 ? undefined : Math.min(...waiting.map(({ at }) => at))),
    run: () => {
      for (const one of waiting.splice(0)) {
        if (one.at > clock.now().getTime()) waiting.push(one);
        else {
          say(one.what);
          news.push(one.what);
          one.does?.();
        }
      }
      return Promise.resolve();
    },
    news: () => news.splice(0),
  };
  const mover = clockMover({
    clock,
    sandboxes,
    ticks,
    drain: () => Promise.resolve(),
    whenIdle: (then) => Promise.resolve(then()),
    whyNot: () => undefined,
  });
  const move = async (ms: number) => mover.moveTo(clock.now().getTime() + ms).finally(ticks.close);
  return { clock, start, said, due, problem, mover, move };
}

test('processes due events in order at their own times and stops at the target', async () => {
  const at = aProduct([
    { after: 130 * minute, what: 'late' },
    { after: 10 * minute, what: 'early' },
  ]);
  at.due.push({ partition: 'OUTBOX', at: at.start + 59.5 * minute });
  const moved = await at.move(150 * minute);
  expect(at.said).toEqual(['10 early', '60 rare', '60 often', '120 rare', '130 late']);
  expect(at.clock.now().getTime() - at.start).toBeGreaterThanOrEqual(150 * minute);
  expect(moved).toMatchObject({ ran: { sweep: 1, hourly: 2 }, failed: [] });
  expect(moved.happened.map(({ what }) => what)).toEqual(['early', 'late']);
});

test('processes work created by an event at the next tick', async () => {
  const at = aProduct([
    {
      after: 10.5 * minute,
      what: 'early',
      does: () => void at.due.push({ partition: 'OUTBOX', at: at.clock.now().getTime() }),
    },
  ]);
  await at.move(30 * minute);
  expect(at.said).toEqual(['10 early', '11 often']);
});

test('reports a failing job and continues', async () => {
  const at = aProduct();
  at.problem.why = 'no table';
  const moved = await at.move(2 * hour + minute);
  expect(moved.failed).toMatchObject([
    { job: 'hourly', why: 'no table' },
    { job: 'hourly', why: 'no table' },
  ]);
});

test('rejects a second move while one is in progress', async () => {
  const at = aProduct();
  const moving = at.move(hour);
  expect(at.mover.whyNot()).toContain('already');
  await expect(at.mover.moveTo(at.start + hour)).rejects.toThrow('already');
  await moving;
  expect(at.mover.whyNot()).toBeUndefined();
});

test('moves the clock only between function calls', async () => {
  let finish = (): void => undefined;
  const { host, whenIdle } = watchIdle({
    invoke: () => new Promise((resolve) => (finish = () => resolve({ ok: true, result: null }))),
    close: () => Promise.resolve(),
  });
  const said: string[] = [];
  const call = host.invoke('api', {}, 'r').then(() => said.push('answered'));
  const jump = whenIdle(() => void said.push('jumped'));
  expect(said).toEqual([]);
  finish();
  await Promise.all([call, jump]);
  expect(said.toSorted()).toEqual(['answered', 'jumped']);
  await whenIdle(() => void said.push('again'));
  expect(said).toHaveLength(3);
});

test('never moves the clock back', () => {
  const clock = oneClock(hour);
  const before = clock.now().getTime();
  clock.goTo(before - minute);
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
});
