import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startSandboxes, type Sandboxes } from './index.ts';
import { allTimes, newsOf } from './kit-time.ts';
import { sandboxClient, type SandboxClient } from './sandbox-client.ts';

const noon = new Date(2026, 10, 23, 12, 0);
const clock = { now: noon, busy: false };
let sandboxes: Sandboxes;
let client: SandboxClient;

beforeAll(async () => {
  const mover = {
    whyNot: () => (clock.busy ? 'The clock is being moved already.' : undefined),
    moveTo: (target: number) => {
      const from = clock.now.toISOString();
      clock.now = new Date(target);
      const happened = [{ at: clock.now.toISOString(), what: 'Mail to ana@example.com: <b>Hello</b>' }];
      const failed = [{ at: from, job: 'reconcile', why: 'no table' }];
      return Promise.resolve({ from, now: clock.now.toISOString(), tookMs: 1200, happened, ran: { sweep: 3 }, failed });
    },
  };
  sandboxes = await startSandboxes({ now: () => clock.now, mover: () => mover });
  client = sandboxClient(sandboxes.url);
});
beforeEach(() => void Object.assign(clock, { now: noon, busy: false }));
afterAll(() => sandboxes.close());

const move = (asked: object) => client.json('/_clock', asked);

describe('the common clock', () => {
  test('moves the clock by seconds, to a date, and to the next time of day', async () => {
    await move({ advanceSeconds: 90 });
    expect(clock.now.getTime() - noon.getTime()).toBe(90_000);
    const christmas = '2026-12-24T18:00:00.000Z';
    expect((await move({ to: christmas })).body).toMatchObject({ now: christmas, ran: { sweep: 3 } });
    clock.now = noon;
    await move({ to: '12:30' });
    expect(clock.now).toEqual(new Date(2026, 10, 23, 12, 30));
    await move({ to: '04:12' });
    expect(clock.now).toEqual(new Date(2026, 10, 24, 4, 12));
    expect((await client.get('/_clock')).body).toEqual({ now: clock.now.toISOString(), whyNot: null });
  });

  test.each([
    [{ advanceSeconds: 0 }, 400],
    [{ advanceSeconds: 400 * 86_400 }, 400],
    [{ to: '2026-11-23T00:00:00Z' }, 400],
    [{ to: '2028-01-01T00:00:00Z' }, 400],
    [{ to: '25:00' }, 400],
    [{ days: 3 }, 400],
    [{}, 400],
  ])('rejects the move %j with status %i', async (asked, status) => {
    expect((await move(asked)).status).toBe(status);
    expect(clock.now).toEqual(noon);
  });

  test('rejects a second move while one is in progress', async () => {
    clock.busy = true;
    expect(await move({ advanceSeconds: 60 })).toMatchObject({ status: 409 });
    const page = await client.form('/_clock', { advanceSeconds: '60' });
    expect(page).toMatchObject({ status: 409, text: expect.stringContaining('being moved already') });
    expect(await client.json('/stripe/_advance', { days: 1 })).toMatchObject({ status: 409 });
    expect(clock.now).toEqual(noon);
  });

  test('shows the last move on the start page with escaped text', async () => {
    expect(await client.form('/_clock', { to: '12:15' })).toMatchObject({ status: 303, location: '/#clock' });
    const { text } = await client.get('/');
    expect(text).toContain('<b>2026-11-23 12:15</b>');
    expect(text).toMatch(/Moved from 2026-11-23 12:00 to 2026-11-23 12:15 in 1\.2 s\.\s+Jobs: sweep 3\./);
    expect(text).toContain('Failed: reconcile: no table');
    expect(text).toContain('&lt;b&gt;Hello');
  });

  test('offers no clock when sandboxes run without a product', async () => {
    const alone = await startSandboxes();
    const its = sandboxClient(alone.url);
    expect(await its.json('/_clock', { advanceSeconds: 60 })).toMatchObject({ status: 501 });
    expect((await its.get('/')).text).not.toContain('Move by');
    await alone.close();
  });
});

test('returns the earliest event of all sandboxes and reports each event once', async () => {
  const all = ['a'];
  const time = allTimes([
    {},
    {
      next: () => 7,
      news: newsOf(
        () => all,
        (one) => one,
      ),
    },
    { next: () => 3 },
  ]);
  expect(time.next()).toBe(3);
  expect(allTimes([{}]).next()).toBeUndefined();
  expect([time.news(), time.news()]).toEqual([['a'], []]);
  all.push('b');
  expect(time.news()).toEqual(['b']);
});
