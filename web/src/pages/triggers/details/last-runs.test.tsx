import { focusManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';

import { aServer } from '#web/testing/a-server.ts';
import { anasServer, aTrigger } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';

import { TriggersPage } from '../triggers-page.tsx';

const list = 'GET /api/triggers';
const runs = 'GET /api/triggers/gate/executions';
const ranAt = '2026-11-28T10:00:00.000Z';
const day = 86_400_000;
const gate = (lastExecuted: string | null) => ({ json: [aTrigger({ name: 'Gate', lastExecuted })] });
const history = (...at: readonly string[]) => ({
  json: {
    items: at.map((each, index) => ({
      id: `r${at.length - index}`,
      at: each,
      channel: 'click',
      outcome: 'sent',
      ms: 100 * (at.length - index),
      stages: {},
    })),
  },
});

const Page = () => (
  <Suspense>
    <TriggersPage />
  </Suspense>
);

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

const show = (lastExecuted: string | null, ...at: readonly string[]) => showAfter(day, lastExecuted, ...at);

/** Shows the page this many milliseconds after `ranAt`. */
async function showAfter(ms: number, lastExecuted: string | null, ...at: readonly string[]) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(Date.parse(ranAt) + ms);
  const server = aServer({ ...anasServer(), [list]: gate(lastExecuted), [runs]: history(...at) });
  await showPage(Page, { at: '/triggers/gate' });
  await until(() => expect(screen.getByRole('heading', { name: 'Last runs' })).toBeVisible());
  await until(() => expect(screen.queryByText('No runs yet') ?? screen.queryByText('100 ms')).not.toBeNull());
  return server;
}

test('refetches the history each second until it contains the last run of the list', async () => {
  const server = await show(ranAt);
  const asked = server.sent(runs).length;
  await pass(2_100);
  expect(server.sent(runs)).toHaveLength(asked + 2);
  server.answer(runs, history(ranAt));
  await pass(1_000);
  expect(screen.getByText('100 ms')).toBeVisible();
  await pass(14_000);
  expect(server.sent(runs)).toHaveLength(asked + 3);
});

test('refetches only every 15 seconds after five refetches if the history never contains the run', async () => {
  const server = await show(ranAt);
  const asked = server.sent(runs).length;
  await pass(19_000);
  expect(server.sent(runs)).toHaveLength(asked + 5);
  await pass(2_000);
  expect(server.sent(runs)).toHaveLength(asked + 6);
});

test('does not wait in the history for a run that is older than the 90 days of the history', async () => {
  const server = await showAfter(90 * day, ranAt);
  const asked = server.sent(runs).length;
  await pass(14_000);
  expect(server.sent(runs)).toHaveLength(asked);
});

test('does not wait in a history that contains a newer run than the list', async () => {
  const server = await show(ranAt, '2026-11-28T10:00:01.000Z');
  const asked = server.sent(runs).length;
  await pass(14_000);
  expect(server.sent(runs)).toHaveLength(asked);
});

describe('runs from outside the app', () => {
  const next = '2026-11-28T10:05:00.000Z';

  test.each([
    ['the page of a trigger', '', 1],
    ['the open history', '?runs=gate', 2],
  ] as const)('appear on %s, with the state, within 15 seconds', async (_, search, lists) => {
    const server = await show(ranAt, ranAt);
    if (search !== '') act(() => navigate(`/triggers/gate${search}`));
    await until(() => expect(screen.getAllByText('100 ms')).toHaveLength(lists));
    const [asked, read] = [server.sent(runs).length, server.sent(list).length];
    server.answer(list, gate(next));
    server.answer(runs, history(next, ranAt));
    await pass(15_000);
    await until(() => expect(screen.getAllByText('200 ms')).toHaveLength(lists));
    expect(server.sent(runs)).toHaveLength(asked + 1);
    // Each of the lists of runs asks for the state.
    expect(server.sent(list)).toHaveLength(read + lists);
  });

  test('are not requested while the page is hidden', async () => {
    const server = await show(ranAt, ranAt);
    act(() => focusManager.setFocused(false));
    const asked = server.sent(runs).length;
    await pass(60_000);
    expect(server.sent(runs)).toHaveLength(asked);
  });
});

test('shows runs from outside the app when the user returns', async () => {
  const server = await show(ranAt, ranAt);
  await pass(60_000);
  const next = '2026-11-28T10:05:00.000Z';
  server.answer(list, gate(next));
  server.answer(runs, history(next, ranAt));
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await until(() => expect(screen.getByText('200 ms')).toBeVisible());
});
