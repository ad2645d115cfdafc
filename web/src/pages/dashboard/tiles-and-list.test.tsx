import { focusManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, aTrigger } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { DashboardPage } from './dashboard-page.tsx';

const list = 'GET /api/triggers';
const execute = 'POST /api/triggers/gate/execute';
const before = '2026-11-20T12:00:00.000Z';

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

const show = () => showPage(DashboardPage, { at: '/dashboard' });
const gate = (more: Partial<Trigger> = {}) => ({ json: [aTrigger({ name: 'Gate', lastExecuted: before, ...more })] });
const tile = (state = /./) => screen.findByRole('button', { name: new RegExp(`^Run Gate.*${state.source}`) });
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Later than the list is fresh. */
const comeBack = () => {
  vi.setSystemTime(Date.now() + 20_000);
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
};

const sent = { json: { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 412 } };
const cut = () => Promise.reject(new TypeError('failed to fetch'));
const failed = {
  ...sent,
  json: { ...sent.json, success: false, outcome: 'unavailable', errorKey: 'alexa.unavailable' },
};
const executed = (seconds: number) => ({ lastExecuted: at(seconds) });
const failedAt = (seconds: number, outcome: 'unavailable' | 'unknown' = 'unavailable') => ({
  lastFailed: { at: at(seconds), outcome },
});

test.each([
  ['sent', sent, executed, /Sent/, () => ({ ...executed(1), ...failedAt(9) }), /Did not run/],
  ['sent', sent, executed, /Sent/, () => ({ ...executed(1), ...failedAt(9, 'unknown') }), /Unclear whether it ran/],
  ['failed', failed, failedAt, /Did not run/, () => failedAt(9, 'unknown'), /Unclear whether it ran/],
  ['failed', failed, failedAt, /Did not run/, executed, /Sent/],
  ['refused', errorReply(429, 'trigger.tooMany'), () => ({}), /Did not run/, executed, /Sent/],
  ['cut off', cut, () => ({}), /Unclear whether it ran/, failedAt, /Did not run/],
] as const)('shows after a run that was %s what the list says of a later run', async (...given) => {
  const [, reply, listedAfter, shown, listedLater, shownLater] = given;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const server = aServer({ ...anasServer(), [list]: gate(), [execute]: reply });
  const user = await show();
  const button = await tile();
  server.answer(list, gate(listedAfter(1)));
  await user.click(button);
  expect(await tile(shown)).toBeVisible();
  server.answer(list, gate(listedLater(9)));
  comeBack();
  expect(await tile(shownLater)).toBeVisible();
});

test.each([
  ['that it did not run', failedAt, /Did not run · /],
  ['that it ran', executed, /Sent · (?:now|1 )/],
] as const)('shows %s if the list says so after the connection broke off', async (_, listed, shown) => {
  const server = aServer({ ...anasServer(), [list]: gate(), [execute]: cut });
  const user = await show();
  const button = await tile();
  server.answer(list, gate(listed(1)));
  await user.click(button);
  expect(await tile(shown)).toBeVisible();
});

test('ignores an older failure in the list until the list contains the run', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const old = failedAt(-60);
  const server = aServer({ ...anasServer(), [list]: gate(old), [execute]: sent });
  const user = await show();
  const button = await tile(/Did not run/);
  await user.click(button);
  expect(await tile(/Sent/)).toBeVisible();
  server.answer(list, gate({ lastExecuted: at(1) }));
  comeBack();
  expect(await tile(/Sent · now/)).toBeVisible();
});

const confirming = { since: before, heard: 3, silent: 0, lastRanAt: before } as const;
const confirmed = { ...confirming, answer: 'ran', outcome: 'sent', ranMs: 2400 } as const;
test.each([
  ['a first run', 'silent', { lastExecuted: null }, 'Sent'],
  ['a first run', errorReply(503, 'server.busy'), { lastExecuted: null }, 'Sent'],
  ['a later run', 'silent', {}, 'Sent'],
  ['a run after a failed one', 'silent', failedAt(-60), 'Sent'],
  ['a first run with confirmation', 'silent', { lastExecuted: null, receipt: confirming }, 'Sent, no answer yet'],
  ['a later run with confirmation', 'silent', { receipt: confirmed }, 'Sent, no answer yet'],
] as const)('shows that Alexa accepted %s before the list is read, or if it cannot be: %o', async (...given) => {
  const [, reread, listed, shown] = given;
  const server = aServer({ ...anasServer(), [list]: gate(listed), [execute]: sent });
  const user = await show();
  const button = await tile();
  const reads = server.sent(list).length;
  server.answer(list, reread);
  await user.click(button);
  expect(await screen.findByRole('button', { name: `Run Gate ${shown}` })).not.toHaveAttribute('aria-busy');
  expect(server.sent(list)).toHaveLength(reads + 1);
});
