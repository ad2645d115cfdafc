import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, stopLimits, until } from '#web/testing/stopped-clock.ts';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { DashboardPage } from './dashboard-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(DashboardPage, { at: '/dashboard', language });

const list = 'GET /api/triggers';
const execute = 'POST /api/triggers/gate/execute';
const now = () => new Date().toISOString();
const gate = (more: Partial<Trigger> = {}) => aTrigger({ name: 'Gate', ...more });
const serverWith = (more: Partial<Trigger> = {}) => aServer({ ...anasServer(), [list]: { json: [gate(more)] } });
const sent = { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 412 };
const tile = () => screen.findByRole('button', { name: /^Run Gate/ });
const receipt = { since: '2026-03-01T10:00:00.000Z', heard: 3, silent: 0 } as const;

afterEach(() => vi.useRealTimers());

test.each([
  ['en', 'Run Gate Not run yet', {}],
  ['pt', 'Executar Gate Ainda não executado', {}],
  ['es', 'Ejecutar Gate Aún no ejecutado', {}],
  ['en', 'Run Gate Sent · now', { lastExecuted: now() }],
  [
    'en',
    'Run Gate Did not run · now',
    { lastExecuted: '2026-11-20T12:00:00.000Z', lastFailed: { at: now(), outcome: 'unavailable' } },
  ],
  ['en', 'Run Gate Unclear whether it ran · now', { lastFailed: { at: now(), outcome: 'unknown' } }],
  [
    'en',
    'Run Gate Did not run · now',
    {
      lastExecuted: '2026-11-20T12:00:00.000Z',
      lastFailed: { at: now(), outcome: 'planRequired' },
      receipt: { ...receipt, answer: 'ran', outcome: 'sent', ranMs: 2400 },
    },
  ],
  [
    'en',
    'Run Gate Maybe sent, no answer yet · now',
    {
      lastFailed: { at: now(), outcome: 'unknown' },
      receipt: { ...receipt, answer: 'awaited', outcome: 'unknown' },
    },
  ],
  ['en', 'Run Gate Switched off', { enabled: false, lastExecuted: now() }],
  [
    'en',
    'Run Gate Ran after 2.4 s · now',
    { lastExecuted: now(), receipt: { ...receipt, answer: 'ran', outcome: 'sent', ranMs: 2400 } },
  ],
  [
    'pt',
    'Executar Gate Enviado, ainda sem resposta · agora',
    { lastExecuted: now(), receipt: { ...receipt, answer: 'awaited', outcome: 'sent' } },
  ],
  [
    'es',
    'Ejecutar Gate Enviado, sin respuesta · ahora',
    { lastExecuted: now(), receipt: { ...receipt, silent: 1, answer: 'none', outcome: 'sent' } },
  ],
] as const)('names in %s the tile "%s"', async (language, name, more) => {
  serverWith(more);
  await show(language);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: (said) => said.replaceAll('\u00A0', ' ') === name })).toBeVisible(),
  );
});

test('shows progress and success in place, announces them, and blocks and covers nothing', async () => {
  const server = serverWith();
  let answer = () => {};
  server.answer(
    execute,
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ json: sent });
      }),
  );
  const user = await show();
  await user.click(await tile());
  const running = await screen.findByRole('button', { name: 'Run Gate Sending...' });
  expect(running).toHaveAttribute('aria-busy', 'true');
  await user.click(running);
  server.answer(list, { json: [gate({ lastExecuted: now() })] });
  answer();
  expect(await screen.findByRole('button', { name: /Run Gate Sent · (?:now|1 )/ })).not.toHaveAttribute('aria-busy');
  expect(screen.getAllByRole('status').map((said) => said.textContent)).toContain('Gate: Sent');
  expect(toastsNow()).toEqual([]);
  expect(server.sent(execute)).toMatchObject([{ workspace: '4711' }]);
});

test('replaces "no answer yet" in place when the routine confirms the run', async () => {
  const confirming = { lastExecuted: now(), receipt: { ...receipt, answer: 'awaited', outcome: 'sent' } } as const;
  const server = serverWith({ receipt });
  server.answer(execute, { json: sent });
  const run = { id: 'e1', at: now(), channel: 'click', outcome: 'sent', ms: 412, stages: {} };
  let answer: object = { answer: 'awaited' };
  server.answer('GET /api/triggers/gate/executions', () => ({ json: { items: [{ ...run, ...answer }] } }));
  const user = await show();
  const button = await tile();
  server.answer(list, { json: [gate(confirming)] });
  await user.click(button);
  await screen.findByRole('button', { name: /Sent, no answer yet/ });
  answer = { answer: 'ran', ranMs: 2400 };
  server.answer(list, {
    json: [gate({ ...confirming, receipt: { ...receipt, answer: 'ran', outcome: 'sent', ranMs: 2400 } })],
  });
  expect(await screen.findByRole('button', { name: /Ran after 2\.4\ss/ })).toBeVisible();
  expect(toastsNow()).toEqual([]);
});

/** Advances in small steps, so that each reply arrives before the next timer. */
const passInSteps = async (ms: number) => {
  for (let gone = 0; gone < ms; gone += 500) await act(() => vi.advanceTimersByTimeAsync(500));
};

test('polls an awaited answer less often after a minute, until it arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const run = { lastExecuted: now() };
  const server = serverWith({ ...run, receipt: { ...receipt, answer: 'awaited', outcome: 'sent' } });
  await show();
  await screen.findByRole('button', { name: /Sent, no answer yet/ });
  await passInSteps(62_000);
  const early = server.sent(list).length;
  expect(early).toBeGreaterThanOrEqual(20);
  await passInSteps(60_000);
  const later = server.sent(list).length - early;
  expect(later).toBeGreaterThanOrEqual(3);
  expect(later).toBeLessThanOrEqual(5);
  await passInSteps(11 * 60_000);
  const late = server.sent(list).length;
  server.answer(list, {
    json: [gate({ ...run, receipt: { ...receipt, answer: 'ran', outcome: 'sent', ranMs: 2400 } })],
  });
  await passInSteps(16_000);
  expect(await screen.findByRole('button', { name: /Ran after 2\.4\ss/ })).toBeVisible();
  const answered = server.sent(list).length;
  expect(answered).toBe(late + 1);
  await passInSteps(60_000);
  expect(server.sent(list)).toHaveLength(answered);
});

test('does not poll the devices that Alexa has not confirmed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith({ alexa: { state: 'waiting', since: '2026-03-01T10:00:00Z' } });
  await show();
  await tile();
  const before = server.sent(list).length;
  await passInSteps(20_000);
  expect(server.sent(list)).toHaveLength(before);
});

test('shows a failure in place, with its reason and fixes in a toast, until the trigger is sent elsewhere', async () => {
  const server = serverWith();
  server.answer(execute, errorReply(503, 'alexa.unavailable'));
  const user = await show();
  await user.click(await tile());
  expect(await screen.findByRole('button', { name: 'Run Gate Did not run' })).toBeVisible();
  await waitFor(() =>
    expect(toastsNow()).toMatchObject([{ title: '“Gate” did not run', actions: [{ label: 'Check' }] }]),
  );
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(window.location.pathname + window.location.search).toBe(`/triggers?id=${home.id}&check=gate&by=click`);
});

test('does not claim a failure when the connection broke off during the run', async () => {
  const server = serverWith();
  server.answer(execute, () => Promise.reject(new TypeError('failed to fetch')));
  const user = await show();
  await user.click(await tile());
  expect(await screen.findByRole('button', { name: 'Run Gate Unclear whether it ran' })).toBeVisible();
  expect(toastsNow()).toMatchObject([{ title: 'We do not know whether “Gate” ran' }]);
});

test('ends a run on a silent network after 12 s, and does not claim a failure', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  stopLimits();
  const server = serverWith();
  server.answer(execute, 'silent');
  await show();
  await until(() => expect(screen.getByRole('button', { name: /^Run Gate/ })).toBeVisible());
  server.answer(list, 'silent');
  fireEvent.click(screen.getByRole('button', { name: /^Run Gate/ }));
  await pass(11_999);
  expect(screen.getByRole('button', { name: 'Run Gate Sending...' })).toBeVisible();
  await pass(1);
  expect(screen.getByRole('button', { name: 'Run Gate Unclear whether it ran' })).toBeVisible();
  expect(toastsNow()).toMatchObject([{ title: 'We do not know whether “Gate” ran' }]);
  expect(server.sent(execute)).toHaveLength(1);
});

test('shows six tiles, in the order of the list, and a link to all triggers if there are more', async () => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
  aServer({ ...anasServer(), [list]: { json: names.map((name) => aTrigger({ name })) } });
  await show();
  const tiles = within(await screen.findByRole('region', { name: 'Run' }));
  expect(tiles.getAllByRole('button', { name: /^Run / }).map((each) => each.textContent?.split(' ')[1])).toEqual(
    names.slice(0, 6),
  );
  expect(tiles.getByRole('link', { name: 'All triggers' })).toHaveAttribute('href', '/triggers');
});

test('shows no tiles without triggers', async () => {
  aServer({ ...anasServer(), [list]: { json: [] } });
  await show();
  await screen.findByRole('link', { name: /Total triggers\s*0/ });
  expect(screen.queryByRole('region', { name: 'Run' })).toBeNull();
});
